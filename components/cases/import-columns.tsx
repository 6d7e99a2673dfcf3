import { Select } from "@mantine/core";
import { CaseField, type CsvMapping, type ImportPreview, type PlainCaseField } from "@/lib/contracts/case-import";
import classes from "./cases.module.css";

const LABELS: Record<PlainCaseField, string> = {
  comment: "Comment",
  id: "Id",
  category: "Category",
  viewer: "Viewer",
  dialogue: "Earlier turns",
  channel: "Channel",
  expected: "Reply must contain",
  excludes: "Reply must not contain",
  tool: "Tools to call",
  reference: "Reference reply",
  group: "Room or session",
  language: "Language",
  tags: "Tags",
  priority: "Priority",
};

/** The free context field that a column of this name would fill. */
const contextField = (column: string): string | null => {
  const field = CaseField.safeParse(`context.${column.trim().replace(/[\s.]+/g, "_")}`);
  return field.success ? field.data : null;
};

/** Which part of a case each column of a table fills. */
export function ImportColumns({
  columns,
  onChange,
}: {
  columns: ImportPreview["columns"];
  onChange: (mapping: CsvMapping) => void;
}) {
  const set = (column: string, value: string | null) => {
    const entries = columns.flatMap(({ name, field }) => {
      const chosen = name === column ? value : field;
      return chosen === null ? [] : [[name, chosen] as const];
    });
    onChange(Object.fromEntries(entries));
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Becomes</th>
            <th scope="col">First value</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, field, sample }) => {
            const free = [...new Set([contextField(name), field?.startsWith("context.") ? field : null])];
            return (
              <tr key={name}>
                <th scope="row">{name || "(no name)"}</th>
                <td>
                  <Select
                    aria-label={`${name || "Column without a name"} becomes`}
                    size="xs"
                    placeholder="Left out"
                    clearable
                    value={field}
                    data={[
                      ...Object.entries(LABELS).map(([value, label]) => ({ value, label })),
                      ...free.flatMap((value) => (value === null ? [] : [{ value, label: value }])),
                    ]}
                    onChange={(value) => set(name, value)}
                  />
                </td>
                <td className={classes.sample}>{sample}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
