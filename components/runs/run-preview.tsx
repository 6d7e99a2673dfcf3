"use client";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { describeError } from "@/components/ui/describe-error";
import { Icon } from "@/components/ui/icon";
import { Loading } from "@/components/ui/loading";
import { queries } from "@/lib/client/queries";
import type { RunSettings } from "@/lib/contracts/run-settings";
import { previewCases, previewFigures, previewWarnings } from "./preview-words";
import classes from "./run-dialog.module.css";

const SETTLE_MS = 400;

/** What would be run. The same object while nothing changes, as a change is waited out before the studio is asked. */
export interface PreviewInput {
  project: string;
  version: string;
  endpoint: string;
  dataset: string;
  settings: RunSettings;
  judge?: string;
}

/** What the run will likely take, from what was measured before; null where the choices are not sound yet. */
export function RunCost({ input, mayEndEarly }: { input: PreviewInput | null; mayEndEarly: boolean }) {
  const [settled] = useDebouncedValue(input, SETTLE_MS);
  const preview = useQuery({
    ...queries.runs.preview.queryOptions({ input: settled ?? skipToken }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const stale = settled !== input || preview.isFetching;
  return (
    <aside className={classes.aside} aria-label="What it will take" aria-busy={stale}>
      <h3>What it will take</h3>
      {input === null ? (
        <p className={classes.basis}>Correct the settings to see it.</p>
      ) : preview.error ? (
        <p className={classes.warning} role="alert">
          {describeError(preview.error).cause}
        </p>
      ) : preview.data === undefined ? (
        <Loading rows={5} label="Reckoning what it will take" />
      ) : (
        <div style={{ opacity: stale ? 0.6 : 1 }}>
          <p>{previewCases(preview.data)}</p>
          <dl className={classes.figures}>
            {previewFigures(preview.data).map(({ name, label, expected, range }) => (
              <div key={name} style={{ display: "contents" }}>
                <dt>{label}</dt>
                <dd>
                  {expected}
                  {range ? <span className={classes.range}>{range}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
          {previewWarnings(preview.data, input.settings.budget).map((text) => (
            <p key={text} className={classes.warning} role="status">
              <Icon name="warning" /> {text}
            </p>
          ))}
          {mayEndEarly ? <p>An early decision may spare some of it.</p> : null}
          <p className={classes.basis}>{preview.data.basis}</p>
        </div>
      )}
    </aside>
  );
}
