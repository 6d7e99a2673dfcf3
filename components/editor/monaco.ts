"use client";
import * as monaco from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/yaml/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/liquid/register";
import "monaco-editor/languages/features/json/register";
import { registerAuthorProviders } from "./author/author-providers";

if (typeof window !== "undefined") {
  window.MonacoEnvironment = {
    getWorker(_, label) {
      if (label === "json") {
        return new Worker(new URL("monaco-editor/languages/features/json/json.worker.js", import.meta.url), { type: "module" });
      }
      return new Worker(new URL("monaco-editor/editor/editor.worker.js", import.meta.url), { type: "module" });
    },
  };

  registerAuthorProviders();

  monaco.editor.defineTheme("studio-light", {
    base: "vs",
    inherit: true,
    // Dark enough on the background of a removed or added line.
    rules: [
      { token: "type", foreground: "00605c" },
      { token: "number", foreground: "076b45" },
    ],
    colors: {
      "editor.background": "#ffffff",
      "editorLineNumber.foreground": "#5c6670",
      "editorLineNumber.dimmedForeground": "#5c6670",
      "diffEditor.insertedTextBackground": "#0072b233",
      "diffEditor.insertedLineBackground": "#0072b214",
      "diffEditor.removedTextBackground": "#d55e0033",
      "diffEditor.removedLineBackground": "#d55e0014",
      "diffEditorGutter.insertedLineBackground": "#0072b22e",
      "diffEditorGutter.removedLineBackground": "#d55e002e",
      "diffEditorOverview.insertedForeground": "#0072b2aa",
      "diffEditorOverview.removedForeground": "#d55e00aa",
    },
  });
  monaco.editor.defineTheme("studio-dark", {
    base: "vs-dark",
    inherit: true,
    rules: [
      { token: "comment", foreground: "8fb573" },
      { token: "string", foreground: "dfa68f" },
    ],
    colors: {
      "editor.background": "#15181b",
      "editorGutter.background": "#15181b",
      "editorLineNumber.foreground": "#b0b9c1",
      "editorLineNumber.dimmedForeground": "#b0b9c1",
      "diffEditor.insertedTextBackground": "#56b4e930",
      "diffEditor.insertedLineBackground": "#56b4e916",
      "diffEditor.removedTextBackground": "#ff9f4a30",
      "diffEditor.removedLineBackground": "#ff9f4a16",
      "diffEditorGutter.insertedLineBackground": "#56b4e928",
      "diffEditorGutter.removedLineBackground": "#ff9f4a28",
      "diffEditorOverview.insertedForeground": "#56b4e9aa",
      "diffEditorOverview.removedForeground": "#ff9f4aaa",
    },
  });
}

export { monaco };

/** The editor language of a bundle file. Prompt blocks and Skills are Markdown; Liquid tags in them stay readable. */
export function languageOf(path: string): string {
  if (path.endsWith(".json")) return "json";
  if (path.endsWith(".yaml") || path.endsWith(".yml")) return "yaml";
  if (path.endsWith(".js") || path.endsWith(".mjs")) return "javascript";
  if (path.endsWith(".liquid")) return "liquid";
  return path.endsWith(".md") ? "markdown" : "plaintext";
}

/** Shared by both editors. Tab leaves the editor only after Ctrl+M; Escape hands the focus back to the page. */
export const commonOptions = {
  automaticLayout: true,
  fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
  fontSize: 13,
  lineHeight: 19,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  wordWrap: "on",
  renderLineHighlight: "line",
  renderWhitespace: "selection",
  stickyScroll: { enabled: false },
  unicodeHighlight: { ambiguousCharacters: false },
  scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 10, horizontalScrollbarSize: 10 },
  padding: { top: 6, bottom: 6 },
  fixedOverflowWidgets: true,
} as const satisfies monaco.editor.IEditorOptions & monaco.editor.IGlobalEditorOptions;

/** What Escape closes or leaves first; a snippet is marked as long as its places are being filled. */
const ESCAPABLE = ".find-widget.visible, .suggest-widget.visible, .monaco-hover:not(.hidden), .snippet-placeholder";

/** Escape gives the focus to the element around the editor, unless it closes a widget of the editor first. */
export function escapeHandsBack(editor: monaco.editor.ICodeEditor, around: HTMLElement) {
  return editor.onKeyDown((event) => {
    if (event.keyCode !== monaco.KeyCode.Escape) return;
    if (around.querySelector(ESCAPABLE) || (editor.getSelections()?.length ?? 0) > 1) return;
    event.preventDefault();
    event.stopPropagation();
    around.focus();
  });
}
