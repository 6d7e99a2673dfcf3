import { plural } from "@/components/ui/format";
import type { ImportPreview } from "@/lib/contracts/case-import";
import { agreementText } from "./agreement-text";
import classes from "./cases.module.css";
import { LineProblems } from "./line-problems";

/** The first cases that a file would give, and the lines of its beginning that give none. */
export function ImportPreviewTable({ preview, truncated }: { preview: ImportPreview; truncated: boolean }) {
  const { cases, problems, read, agreement } = preview;
  return (
    <section aria-label="Preview" className={classes.gap}>
      <p>
        {cases.length < read ? `The first ${plural(cases.length, "case")} of ${read}` : plural(read, "case")}
        {truncated ? " at the beginning of the file" : ""}
      </p>
      {agreement ? <p>{agreementText(agreement)}</p> : null}
      {cases.length > 0 && (
        <div className={classes.scroll}>
          <table className={classes.columns}>
            <thead>
              <tr>
                <th scope="col">Case</th>
                <th scope="col">Category</th>
                <th scope="col">Comment</th>
                <th scope="col">Earlier turns</th>
                <th scope="col">Recorded returns</th>
                <th scope="col">Checks</th>
              </tr>
            </thead>
            <tbody>
              {cases.map((item) => (
                <tr key={item.id}>
                  <th scope="row">{item.id}</th>
                  <td>{item.category}</td>
                  <td className={classes.sample}>{item.comment}</td>
                  <td>{item.dialogue}</td>
                  <td>{item.fixtures}</td>
                  <td>{item.checks.join(", ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problems.length > 0 && (
        <div role="status" className={classes.malformed}>
          <h3>{plural(problems.length, "line")} cannot be read</h3>
          <LineProblems problems={problems} />
        </div>
      )}
    </section>
  );
}
