import { plural } from "@/components/ui/format";
import type { Stage } from "@/lib/contracts/evolution";
import classes from "./evolve.module.css";
import review from "./review.module.css";

/** Entries that were turned down in earlier stages of the campaign, which the analyst is told of. */
export function RejectedBefore({ rejected }: { rejected: Stage["rejectedBefore"] }) {
  if (rejected.length === 0) return null;
  return (
    <details className={review.panel}>
      <summary>{plural(rejected.length, "entry", "entries")} turned down before</summary>
      <p className={classes.small}>The analyst is told of them and does not propose them again.</p>
      <ul className={classes.problems}>
        {rejected.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list only grows at its head with the page
          <li key={index} className={review.long}>
            <strong>{item.title}</strong>: {item.reason === "" ? "no reason given" : item.reason}
            {item.by ? ` (${item.by})` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}
