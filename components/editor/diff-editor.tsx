"use client";
import dynamic from "next/dynamic";
import { Loading } from "@/components/ui/loading";
import type { DiffEditorProps } from "./diff-editor-monaco";

const Loaded = dynamic(() => import("./diff-editor-monaco").then((module) => module.DiffEditorMonaco), {
  ssr: false,
  loading: () => <Loading rows={8} label="Loading the editor" />,
});

/** Monaco's diff of one file; the right side can be edited where `onChange` is given. Loaded in the browser only. */
export function DiffEditor(props: DiffEditorProps) {
  return <Loaded {...props} />;
}
