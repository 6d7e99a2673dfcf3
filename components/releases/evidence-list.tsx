import Link from "next/link";
import { servedHref } from "@/components/serving/served-filters";
import { projectHref } from "@/components/shell/sections";
import type { Evidence } from "@/lib/contracts/release";
import { gateWords } from "./gate-words";
import classes from "./releases.module.css";

/** Where a piece of evidence is looked at, in words and as a link. */
function EvidenceWords({ project, evidence }: { project: string; evidence: Evidence }) {
  switch (evidence.kind) {
    case "gate":
      return <>The {gateWords[evidence.gate].short} gate</>;
    case "case":
      return (
        <Link href={projectHref(project, `/runs/${evidence.run}/${encodeURIComponent(evidence.case)}`)}>
          Case {evidence.case} of a run
        </Link>
      );
    case "served":
      return <Link href={servedHref(project, evidence.trajectory)}>A request that was served</Link>;
    case "alarm":
      return evidence.url === "" ? (
        <>Alarm</>
      ) : (
        <a href={evidence.url} target="_blank" rel="noreferrer noopener">
          Alarm ({new URL(evidence.url).host})
        </a>
      );
  }
}

interface EvidenceListProps {
  project: string;
  evidence: readonly Evidence[];
  onRemove?: (index: number) => void;
}

/** What a rollback rests on, each with its link and note. */
export function EvidenceList({ project, evidence, onRemove }: EvidenceListProps) {
  return (
    <ul className={classes.evidence}>
      {evidence.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no id, and two pieces may be equal.
        <li key={index}>
          <span>
            <EvidenceWords project={project} evidence={each} />
            {each.note !== "" && <span className={classes.soft}>: {each.note}</span>}
          </span>
          {onRemove && (
            <button
              type="button"
              className={classes.remove}
              aria-label={`Take away evidence ${index + 1}`}
              onClick={() => onRemove(index)}
            >
              Take away
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
