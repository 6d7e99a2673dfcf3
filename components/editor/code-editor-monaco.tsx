"use client";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Diagnostic } from "@/lib/contracts/harness";
import { createBundleModel } from "./author/author-providers";
import { toMarkers } from "./diagnostic-markers";
import classes from "./editor.module.css";
import { commonOptions, escapeHandsBack, languageOf, monaco } from "./monaco";
import { SentValues } from "./sent-values";

export interface CodeEditorProps {
  /** Path in the bundle; chooses the language and names the editor for screen readers. */
  path: string;
  value: string;
  /** Without it the editor is read-only. */
  onChange?: (value: string) => void;
  /** Problems of this file. */
  diagnostics?: readonly Diagnostic[];
  /** Brings a place into sight and sets the cursor on it; give a new object to go there again. */
  reveal?: { line: number; column?: number } | null;
  onSave?: () => void;
  height?: number | string;
}

export function CodeEditorMonaco({ path, value, onChange, diagnostics = [], reveal, onSave, height = 480 }: CodeEditorProps) {
  const around = useRef<HTMLElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(null);
  const handlers = useRef({ onChange, onSave });
  handlers.current = { onChange, onSave };
  const models = useRef(new Map<string, monaco.editor.ITextModel>());
  const views = useRef(new Map<string, monaco.editor.ICodeEditorViewState | null>());
  const silent = useRef(false);
  const sent = useRef(new SentValues());
  const shown = useRef(path);
  const scheme = useComputedColorScheme("light");
  const readOnly = onChange === undefined;

  useEffect(() => {
    const element = around.current;
    if (!element) return;
    const kept = models.current;
    const created = monaco.editor.create(element, { ...commonOptions, model: null });
    editor.current = created;
    const parts = [
      escapeHandsBack(created, element),
      created.onDidChangeModelContent(() => {
        if (silent.current) return;
        const text = created.getValue();
        sent.current.send(text);
        handlers.current.onChange?.(text);
      }),
    ];
    created.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => handlers.current.onSave?.());
    return () => {
      for (const part of parts) part.dispose();
      created.dispose();
      for (const model of kept.values()) model.dispose();
      kept.clear();
      editor.current = null;
    };
  }, []);

  useEffect(() => {
    monaco.editor.setTheme(scheme === "dark" ? "studio-dark" : "studio-light");
  }, [scheme]);

  useEffect(() => {
    editor.current?.updateOptions({ readOnly, ariaLabel: `${path}${readOnly ? ", read-only" : ""}` });
  }, [readOnly, path]);

  useEffect(() => {
    const current = editor.current;
    if (!current) return;
    if (shown.current !== path) sent.current = new SentValues();
    shown.current = path;
    const echo = sent.current.isEcho(value);
    let model = models.current.get(path);
    if (!model) {
      model = createBundleModel(value, languageOf(path), path);
      models.current.set(path, model);
    } else if (!echo && model.getValue() !== value) {
      silent.current = true;
      model.pushEditOperations([], [{ range: model.getFullModelRange(), text: value }], () => null);
      silent.current = false;
    }
    if (current.getModel() === model) return;
    for (const [key, each] of models.current) if (each === current.getModel()) views.current.set(key, current.saveViewState());
    current.setModel(model);
    const view = views.current.get(path);
    if (view) current.restoreViewState(view);
  }, [path, value]);

  useEffect(() => {
    const model = models.current.get(path);
    if (model) monaco.editor.setModelMarkers(model, "studio", toMarkers(diagnostics, path));
  }, [diagnostics, path]);

  useEffect(() => {
    if (!reveal || !editor.current || path === "") return;
    editor.current.setPosition({ lineNumber: reveal.line, column: reveal.column ?? 1 });
    editor.current.revealLineInCenterIfOutsideViewport(reveal.line);
    editor.current.focus();
  }, [reveal, path]);

  return <section ref={around} className={classes.around} style={{ height }} tabIndex={-1} aria-label={`Editor, ${path}`} />;
}
