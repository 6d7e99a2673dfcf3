"use client";
import dynamic from "next/dynamic";
import { Loading } from "@/components/ui/loading";
import type { CodeEditorProps } from "./code-editor-monaco";

const Loaded = dynamic(() => import("./code-editor-monaco").then((module) => module.CodeEditorMonaco), {
  ssr: false,
  loading: () => <Loading rows={8} label="Loading the editor" />,
});

/**
 * Monaco for one file of a bundle; the language comes from `path`. Editors of several files keep their own undo history
 * as long as `path` differs. Loaded in the browser only.
 */
export function CodeEditor(props: CodeEditorProps) {
  return <Loaded {...props} />;
}
