import type { ReactNode } from "react";
import { plural } from "@/components/ui/format";
import type { ImportPreview } from "@/lib/contracts/case-import";
import { agreementText } from "./agreement-text";
import classes from "./cases.module.css";
import { labelText } from "./check-text";
import { LineProblems } from "./line-problems";

type PreviewCase = ImportPreview["cases"][number];

interface PreviewColumn {
  header: string;
  cell: (item: PreviewCase) => ReactNode;
  sample?: boolean;
}

const CASE: PreviewColumn[] = [
  { header: "Category", cell: (item) => item.category },
  { header: "Comment", cell: (item) => item.comment, sample: true },
];
const COLUMNS: PreviewColumn[] = [
  ...CASE,
  { header: "Earlier turns", cell: (item) => item.dialogue },
  { header: "Recorded returns", cell: (item) => item.fixtures },
  { header: "Checks", cell: (item) => item.checks.join(", ") },
];
const LABEL_COLUMNS: PreviewColumn[] = [
  ...CASE,
  { header: "Reply", cell: ({ judged }) => judged?.reply || "silence", sample: true },
  { header: "Labels", cell: ({ judged }) => judged?.labels.map(labelText).join(", ") },
];

/** The first cases that a file would give, and the lines of its beginning that give none. */
export function ImportPreviewTable({ preview, truncated }: { preview: ImportPreview; truncated: boolean }) {
  const { cases, problems, read, agreement } = preview;
  const columns = cases.some((item) => item.judged !== null) ? LABEL_COLUMNS : COLUMNS;
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
                {columns.map(({ header }) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cases.map((item) => (
                <tr key={item.id}>
                  <th scope="row">{item.id}</th>
                  {columns.map(({ header, cell, sample }) => (
                    <td key={header} className={sample ? classes.sample : undefined}>
                      {cell(item)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {problems.length > 0 && (
        <div role="status" className={classes.malformed}>
          <h3>{plural(problems.length, "line")} cannot be used</h3>
          <LineProblems problems={problems} />
        </div>
      )}
    </section>
  );
}
