import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { Section } from "@/components/ui/page-header";
import type { Run } from "@/lib/contracts/run";
import { howItRan } from "./how-it-ran";
import { isOver } from "./run-state";
import classes from "./runs.module.css";
import { ScoredBy } from "./scored-by";

/** Where the scores come from and, once the run has ended, how it went. */
export function HowItRan({ run }: { run: Run }) {
  const facts = isOver(run.status) ? howItRan(run) : [];
  return (
    <Section title="How it ran">
      <ScoredBy run={run} />
      {facts.length === 0 ? null : (
        <dl className={classes.facts} style={{ marginTop: 6 }}>
          {facts.map(({ label, text, warning, run: other }) => (
            <div key={label} style={{ display: "contents" }}>
              <dt>{label}</dt>
              <dd className={warning ? classes.warned : undefined}>
                {warning ? <Icon name="warning" label="Note" /> : null} {text}{" "}
                {other ? (
                  <Link className={classes.inText} href={`/p/${run.project}/runs/${other.id}`}>
                    {other.label}
                  </Link>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
