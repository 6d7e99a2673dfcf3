import { BundlePath } from "@/lib/contracts/harness";

export interface PickedBundle {
  /** Name of the picked folder. */
  folder: string;
  files: Record<string, string>;
  /** Files left out, with the reason. */
  skipped: { path: string; why: string }[];
}

/** What a picked file offers; `File` of the browser has it. */
export interface PickedFile {
  webkitRelativePath: string;
  name: string;
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const LARGEST = 2_000_000;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function reasonToSkip(path: string, file: PickedFile): string | null {
  if (path.split("/").some((segment) => segment.startsWith("."))) return "hidden file";
  if (path.split("/").includes("node_modules")) return "installed package";
  if (file.size > LARGEST) return "larger than 2 MB";
  return BundlePath.safeParse(path).success ? null : "not a path a bundle can hold";
}

/**
 * The text files of a picked folder as a bundle, byte for byte; the folder's own name is taken off each path. Hidden
 * files, packages and what is no UTF-8 text are left out and named.
 */
export async function readBundle(picked: Iterable<PickedFile>): Promise<PickedBundle> {
  const bundle: PickedBundle = { folder: "", files: {}, skipped: [] };
  for (const file of picked) {
    const whole = file.webkitRelativePath || file.name;
    const cut = whole.indexOf("/");
    if (cut > 0) bundle.folder ||= whole.slice(0, cut);
    const path = cut > 0 ? whole.slice(cut + 1) : whole;
    const why = reasonToSkip(path, file);
    if (why) {
      bundle.skipped.push({ path, why });
      continue;
    }
    try {
      bundle.files[path] = decoder.decode(await file.arrayBuffer());
    } catch {
      bundle.skipped.push({ path, why: "not UTF-8 text" });
    }
  }
  return bundle;
}
