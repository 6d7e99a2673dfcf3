import { formatBytes, plural } from "@/components/ui/format";
import type { Diagnostic } from "@/lib/contracts/harness";
import type { PickedBundle } from "./bundle-files";
import classes from "./harness.module.css";
import { ProblemList, problemCounts } from "./problem-list";

interface PickedBundleSummaryProps {
  bundle: PickedBundle;
  /** Null while they are not known. */
  diagnostics: readonly Diagnostic[] | null;
  checking: boolean;
}

/** What was found in a picked folder, before it is imported. */
export function PickedBundleSummary({ bundle, diagnostics, checking }: PickedBundleSummaryProps) {
  const texts = Object.values(bundle.files);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  return (
    <div className={classes.picked}>
      <p>
        {plural(texts.length, "file")}, {formatBytes(bytes)}
        {!("harness.yaml" in bundle.files) && (
          <strong className={classes.bad}> · no harness.yaml at the top of this folder</strong>
        )}
      </p>
      {bundle.skipped.length > 0 && (
        <details>
          <summary>{plural(bundle.skipped.length, "file")} left out</summary>
          <ul className={classes.plain}>
            {bundle.skipped.map(({ path, why }) => (
              <li key={path}>
                <code>{path}</code>: {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {checking && <p className={classes.faint}>Checking …</p>}
      {diagnostics && <p>{problemCounts(diagnostics)}</p>}
      {diagnostics && <ProblemList diagnostics={diagnostics} maxHeight={180} />}
    </div>
  );
}
