"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, plural } from "@/components/ui/format";
import { Mark } from "@/components/ui/mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Diagnosis } from "@/lib/contracts/evolution";
import { agreementWords, spentWords } from "./diagnosis-words";
import classes from "./evolve.module.css";
import { TextBlock } from "./text-block";

function InvalidOutput({ invalid }: Pick<Diagnosis, "invalid">) {
  return (
    <details>
      <summary>{plural(invalid.length, "output")} of the analyst could not be used</summary>
      <ul className={classes.problems}>
        {invalid.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is part of a stored diagnosis and never changes
          <li key={index}>
            <strong>{item.what}</strong>: {item.why}
            <TextBlock label={`What it said: ${item.what}`} text={item.excerpt} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function UnstableCodes({ unstable }: Pick<Diagnosis, "unstable">) {
  return (
    <details>
      <summary>{plural(unstable.length, "cause")} not found again in another order</summary>
      <p>They are not shown as clusters: what one order of the cases brings up and another does not may be chance.</p>
      <ul className={classes.problems}>
        {unstable.map((code) => (
          <li key={`${code.label} ${code.cases} ${code.jaccard}`}>
            {code.label}, {plural(code.cases, "case")}, best overlap {code.jaccard.toFixed(2)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How far the model's clusters agree with those a program made of the same cases. */
function Agreement({ agreement }: { agreement: NonNullable<Diagnosis["agreement"]> }) {
  const { adjustedRand, cases } = agreement;
  return (
    <p>
      Against the clustering without a model: <strong>{agreementWords(adjustedRand)}</strong>
      {adjustedRand === null
        ? `, as ${plural(cases, "case is", "cases are")} in both`
        : ` (adjusted Rand ${adjustedRand.toFixed(2)}, n ${formatCount(cases)})`}
      .
    </p>
  );
}

/** Who diagnosed, what was looked at and at what cost, what could not be used, and how far a program agrees. */
export function DiagnosisFacts({ diagnosis }: { diagnosis: Diagnosis }) {
  const { analyst, failures, quarantined, clusters, invalid, unstable, agreement } = diagnosis;
  // What a newer one has spent that did not come to its end is not what this one took.
  const spent = diagnosis.newer ? null : spentWords(diagnosis.spent);
  const endpoints = useQuery({ ...queries.endpoints.list.queryOptions(), enabled: analyst.kind === "llm" });
  const endpoint = endpoints.data?.find((item) => item.id === analyst.endpoint);
  return (
    <div className={classes.small}>
      <p>
        {analyst.kind === "heuristic" ? (
          <>
            Heuristic analyst, a program and not an LLM <Mark kind="heuristic" />
          </>
        ) : (
          `LLM analyst, ${endpoint ? `${endpoint.name} · ${endpoint.model}` : `endpoint ${analyst.endpoint ?? "unknown"}`}`
        )}
        , <RelativeTime at={diagnosis.at} />: {plural(failures, "failure")} in {plural(clusters.length, "cluster")}
        {quarantined > 0 ? `, ${plural(quarantined, "infrastructure failure")} kept apart` : ""}
        {spent ? `; ${spent}` : ""}.
      </p>
      {agreement ? <Agreement agreement={agreement} /> : null}
      {invalid.length > 0 ? <InvalidOutput invalid={invalid} /> : null}
      {unstable.length > 0 ? <UnstableCodes unstable={unstable} /> : null}
    </div>
  );
}
