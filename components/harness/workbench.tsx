"use client";
import { Button, SegmentedControl } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { CodeEditor } from "@/components/editor/code-editor";
import { DiffEditor } from "@/components/editor/diff-editor";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import type { Bundle, Diagnostic } from "@/lib/contracts/harness";
import type { Version, VersionDetail } from "@/lib/contracts/version";
import { AddServerTools } from "./add-server-tools";
import { BlameView } from "./blame-view";
import { applyDraft, fileState } from "./draft";
import { groupFiles } from "./file-groups";
import { FileTree } from "./file-tree";
import classes from "./harness.module.css";
import { NewFile } from "./new-file";
import { ProblemList, problemCounts } from "./problem-list";
import { SaveVersion } from "./save-version";
import { ToolDriftNotice } from "./tool-drift";
import { useDiagnostics } from "./use-diagnostics";
import { useDraft } from "./use-draft";
import { VersionFacts } from "./version-facts";
import { VersionHeader } from "./version-header";

/** A version opened for reading and editing: files by kind, the editor, the problems, the facts. */
export function Workbench({ project, detail, base }: { project: string; detail: VersionDetail; base: Bundle }) {
  const router = useRouter();
  const { get, set } = useUrlParams();
  const { draft, dirty, change, undo, discard, forget } = useDraft(detail.version.hash, base);
  const [saving, setSaving] = useState(false);
  const [place, setPlace] = useState<{ path: string; line: number; column?: number } | null>(null);
  // What was there when editing began; a child made since is a conflict and not silently taken as seen.
  const [seen] = useState(() => detail.children.map((child) => child.hash));
  const files = useMemo(() => applyDraft(base, draft), [base, draft]);
  const { diagnostics, checking, failed } = useDiagnostics(files, dirty, detail.diagnostics);

  const paths = useMemo(() => [...new Set([...Object.keys(base), ...Object.keys(draft)])], [base, draft]);
  const order = useMemo(() => groupFiles(paths).flatMap((group) => group.paths), [paths]);
  const asked = get("file");
  const current = asked !== null && order.includes(asked) ? asked : (order[0] ?? "");
  const state = fileState(base, draft, current);
  const view = get("view") === "changes" && state === "changed" ? "changes" : get("view") === "blame" ? "blame" : "text";
  const showBlame = view === "blame" && base[current] !== undefined;
  const text = files[current];

  const open = (path: string) => set({ file: path, line: null });
  const step = (by: 1 | -1) => {
    const next = order[order.indexOf(current) + by];
    if (next) open(next);
  };
  const go = ({ path, line, column }: Diagnostic) => {
    set({ file: path, view: null, line: null });
    setPlace({ path, line, column });
  };
  const save = () => {
    if (dirty) setSaving(true);
  };
  useKeys("Files", [
    { keys: "j", label: "Next file", run: () => step(1) },
    { keys: "k", label: "File before", run: () => step(-1) },
    { keys: "mod+s", label: "Save as a new version", run: save, inFields: true },
  ]);
  const onSaved = (made: Version) => {
    forget();
    setSaving(false);
    router.push(projectHref(project, `/harness/${made.hash.slice(0, 12)}?file=${encodeURIComponent(current)}`));
  };

  const take = (taken: readonly { path: string; text: string }[]) => {
    for (const { path, text } of taken) change(path, text);
    if (taken[0]) open(taken[0].path);
  };

  return (
    <>
      <VersionHeader project={project} detail={detail} base={base} seen={seen}>
        {dirty && (
          <>
            <span className={classes.unsaved}>{plural(Object.keys(draft).length, "unsaved file")}</span>
            <Button variant="subtle" onClick={discard} title="Throws away every unsaved change to this version">
              Discard
            </Button>
          </>
        )}
        <Button onClick={save} disabled={!dirty} title={dirty ? "Ctrl+S" : "Nothing is changed"}>
          Save as a new version
        </Button>
      </VersionHeader>
      <ToolDriftNotice
        project={project}
        version={detail.version.hash}
        base={base}
        isChanged={(path) => fileState(base, draft, path) !== "same"}
        onTake={take}
      />
      <div className={classes.bench}>
        <div className={classes.left}>
          <FileTree
            paths={paths}
            current={current}
            state={(path) => fileState(base, draft, path)}
            diagnostics={diagnostics}
            onOpen={open}
          />
          <NewFile files={files} onCreate={take} />
          <AddServerTools files={files} onAdd={take} />
        </div>
        <div className={classes.middle}>
          <div className={classes.fileBar}>
            <code className={classes.path}>{current}</code>
            {state !== "same" && <span className={classes.changeMark}>{state === "added" ? "new" : state}</span>}
            <span className={classes.fileActions}>
              {base[current] !== undefined && (
                <SegmentedControl
                  aria-label="View"
                  value={view}
                  data={[
                    { value: "text", label: "Text" },
                    ...(state === "changed" ? [{ value: "changes", label: "Changes" }] : []),
                    { value: "blame", label: "Blame" },
                  ]}
                  onChange={(next) => set({ view: next === "text" ? null : next, line: null })}
                />
              )}
              {state !== "same" && (
                <Button variant="subtle" size="compact-xs" leftSection={<Icon name="rollback" />} onClick={() => undo(current)}>
                  {state === "deleted" ? "Bring it back" : state === "added" ? "Take it away" : "Undo the changes"}
                </Button>
              )}
              {(state === "same" || state === "changed") && current !== "harness.yaml" && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  color="gray"
                  leftSection={<Icon name="trash" />}
                  onClick={() => change(current, null)}
                >
                  Delete
                </Button>
              )}
            </span>
          </div>
          <div className={classes.editor}>
            {showBlame ? (
              <BlameView project={project} version={detail.version.hash} path={current} dirty={state !== "same"} />
            ) : text === undefined ? (
              <EmptyState
                title="This file is deleted in your changes"
                action={<Button onClick={() => undo(current)}>Bring it back</Button>}
              />
            ) : view === "changes" ? (
              <DiffEditor
                path={current}
                base={base[current] ?? null}
                head={text}
                diagnostics={diagnostics}
                onChange={(value) => change(current, value)}
                onSave={save}
                height="100%"
              />
            ) : (
              <CodeEditor
                path={current}
                value={text}
                diagnostics={diagnostics}
                reveal={place?.path === current ? place : null}
                onChange={(value) => change(current, value)}
                onSave={save}
                height="100%"
              />
            )}
          </div>
          <section aria-label="Problems" className={classes.problemPanel}>
            <h2 aria-live="polite">
              Problems <span className={classes.faint}>{failed ? "could not be checked" : problemCounts(diagnostics)}</span>
              {checking && <span className={classes.faint}> · checking …</span>}
            </h2>
            <ProblemList diagnostics={diagnostics} onGo={go} maxHeight={140} />
          </section>
        </div>
        <VersionFacts project={project} detail={detail} current={current} onOpen={open} />
      </div>
      <SaveVersion
        version={detail.version}
        draft={draft}
        diagnostics={diagnostics}
        seen={seen}
        opened={saving}
        onClose={() => setSaving(false)}
        onSaved={onSaved}
      />
    </>
  );
}
