import type { Bundle } from "@/lib/contracts/harness";

/** Unsaved changes to a version: path → new text, or null where the file is deleted. */
export type Draft = Readonly<Record<string, string | null>>;

/** The files of the version with the changes made. */
export function applyDraft(base: Bundle, draft: Draft): Bundle {
  const files: Record<string, string> = { ...base };
  for (const [path, text] of Object.entries(draft)) {
    if (text === null) delete files[path];
    else files[path] = text;
  }
  return files;
}

/** One more change. A change that leads back to the version's own file is no change. */
export function changeFile(base: Bundle, draft: Draft, path: string, text: string | null): Draft {
  const { [path]: _, ...others } = draft;
  if (text === (base[path] ?? null)) return others;
  return { ...others, [path]: text };
}

export type FileState = "same" | "changed" | "added" | "deleted";

export function fileState(base: Bundle, draft: Draft, path: string): FileState {
  const text = draft[path];
  if (text === undefined) return "same";
  if (text === null) return "deleted";
  return path in base ? "changed" : "added";
}
