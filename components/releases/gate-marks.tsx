import { Icon } from "@/components/ui/icon";
import type { Release } from "@/lib/contracts/release";
import { GateName } from "@/lib/contracts/release-gate";
import { gateWords } from "./gate-words";
import classes from "./gates.module.css";

/** What the three gates said at a promotion, a mark each; the words are on hover and for screen readers. */
export function GateMarks({ results }: { results: Release["gateResults"] }) {
  if (results.length === 0) return <span className={classes.faint}>–</span>;
  return (
    <span className={classes.marks}>
      {GateName.options.map((name) => {
        const result = results.find((each) => each.name === name);
        if (!result) return null;
        const words = `${gateWords[name].label}: ${result.state}${result.required ? "" : ", not required"}`;
        return (
          <span
            key={name}
            title={words}
            className={classes.mark}
            data-state={result.state}
            data-required={result.required || undefined}
          >
            <Icon name={result.state === "passed" ? "check" : "close"} size={12} label={words} />
          </span>
        );
      })}
    </span>
  );
}
