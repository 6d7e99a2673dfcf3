"use client";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Diagnostic } from "@/lib/contracts/harness";
import { createBundleModel } from "./author/author-providers";
import { toMarkers } from "./diagnostic-markers";
import classes from "./editor.module.css";
import { commonOptions, escapeHandsBack, languageOf, monaco } from "./monaco";
import { SentValues } from "./sent-values";

export interface DiffEditorProps {
  path: string;
  /** Null where the file does not exist on that side. */
  base: string | null;
  head: string | null;
  /** Makes the right side editable. */
  onChange?: (value: string) => void;
  /** Problems of the right side. */
  diagnostics?: readonly Diagnostic[];
  /** Both sides beside each other, or one above the other in a single column. Beside by default where there is room. */
  layout?: "beside" | "inline" | "auto";
  /** Folds long unchanged parts. */
  foldUnchanged?: boolean;
  /** Lines of the right side to mark and bring into sight; give a new object to go there again. */
  marked?: { from: number; to: number } | null;
  onSave?: () => void;
  height?: number | string;
}

/** Width in pixels under which the two sides do not fit beside each other. */
const INLINE_BELOW = 760;

/** The left side is laid out without a width at first, and takes its long lines for hidden ones from then on. */
function wrapLeft(editor: monaco.editor.IStandaloneDiffEditor): void {
  const left = editor.getOriginalEditor();
  if (left.getLayoutInfo().width > INLINE_BELOW / 4) left.updateOptions({ wordWrapOverride1: "on" });
}

export function DiffEditorMonaco({
  path,
  base,
  head,
  onChange,
  diagnostics = [],
  layout = "auto",
  foldUnchanged = true,
  marked = null,
  onSave,
  height = 480,
}: DiffEditorProps) {
  const around = useRef<HTMLElement>(null);
  const editor = useRef<monaco.editor.IStandaloneDiffEditor>(null);
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  const silent = useRef(false);
  const sent = useRef(new SentValues());
  const scheme = useComputedColorScheme("light");
  const readOnly = onChange === undefined;

  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const created = monaco.editor.createDiffEditor(element, {
      ...commonOptions,
      originalEditable: false,
      renderOverviewRuler: false,
      ignoreTrimWhitespace: false,
      renderMarginRevertIcon: false,
      diffWordWrap: "on",
      renderSideBySideInlineBreakpoint: INLINE_BELOW,
    });
    editor.current = created;
    const right = created.getModifiedEditor();
    const parts = [
      escapeHandsBack(right, element),
      escapeHandsBack(created.getOriginalEditor(), element),
      created.getOriginalEditor().onDidLayoutChange(() => wrapLeft(created)),
      created.onDidUpdateDiff(() => wrapLeft(created)),
      right.onDidChangeModelContent(() => {
        if (silent.current) return;
        const text = right.getValue();
        sent.current.send(text);
        handlers.current.onChange?.(text);
      }),
    ];
    right.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => handlers.current.onSave?.());
    return () => {
      for (const part of parts) part.dispose();
      const model = created.getModel();
      created.dispose();
      model?.original.dispose();
      model?.modified.dispose();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    monaco.editor.setTheme(scheme === "dark" ? "studio-dark" : "studio-light");
  }, [scheme]);

  useEffect(() => {
    const current = editor.current;
    if (!current) return;
    current.updateOptions({
      readOnly,
      // Set here and not at creation, when the left side is still laid out without a width and would keep its long lines.
      diffWordWrap: "on",
      renderSideBySide: layout !== "inline",
      useInlineViewWhenSpaceIsLimited: layout === "auto",
      renderSideBySideInlineBreakpoint: INLINE_BELOW,
      hideUnchangedRegions: { enabled: foldUnchanged, contextLineCount: 4, minimumLineCount: 6 },
    });
    current.getOriginalEditor().updateOptions({ ariaLabel: `${path}, before` });
    current.getModifiedEditor().updateOptions({ ariaLabel: `${path}, after` });
  }, [readOnly, layout, foldUnchanged, path]);

  useEffect(() => {
    const current = editor.current;
    if (!current) return;
    const before = current.getModel();
    const language = languageOf(path);
    const next = {
      original: monaco.editor.createModel(base ?? "", language),
      modified: createBundleModel("", language, path),
    };
    sent.current = new SentValues();
    silent.current = true;
    current.setModel(next);
    silent.current = false;
    const computed = current.onDidUpdateDiff(() => {
      computed.dispose();
      current.revealFirstDiff();
    });
    before?.original.dispose();
    before?.modified.dispose();
  }, [path, base]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new base has a new right side, which needs its text again.
  useEffect(() => {
    const model = editor.current?.getModel()?.modified;
    const text = head ?? "";
    if (!model || sent.current.isEcho(text) || model.getValue() === text) return;
    silent.current = true;
    model.setValue(text);
    silent.current = false;
  }, [head, path, base]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new base has a new right side, which needs its markers again.
  useEffect(() => {
    const model = editor.current?.getModel()?.modified;
    if (model) monaco.editor.setModelMarkers(model, "studio", toMarkers(diagnostics, path));
  }, [diagnostics, path, base]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new base has a new right side, which needs its mark again.
  useEffect(() => {
    const right = editor.current?.getModifiedEditor();
    const lines = right?.getModel()?.getLineCount() ?? 0;
    if (!right || !marked || lines === 0) return;
    const from = Math.min(marked.from, lines);
    const range = new monaco.Range(from, 1, Math.min(Math.max(marked.to, from), lines), 1);
    const marks = right.createDecorationsCollection([
      { range, options: { isWholeLine: true, linesDecorationsClassName: classes.marked ?? "" } },
    ]);
    // Lines move while a person types, who is not to be taken elsewhere.
    if (!right.hasTextFocus()) right.revealRangeInCenterIfOutsideViewport(range);
    return () => marks.clear();
  }, [marked, path, base]);

  return <section ref={around} className={classes.around} style={{ height }} tabIndex={-1} aria-label={`Comparison, ${path}`} />;
}
