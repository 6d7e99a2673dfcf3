import "server-only";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Bundle } from "@/lib/contracts/harness";
import { badRequest } from "./app-error";

/** Folders of tools, never part of a bundle. */
const IGNORED = new Set([".git", "node_modules", ".DS_Store"]);

/**
 * The files of a folder as a bundle, byte for byte (a byte order mark and line ends are kept). Files that are not UTF-8
 * text and links are refused.
 */
export async function readBundleFolder(folder: string): Promise<Bundle> {
  const entries = await readdir(/*turbopackIgnore: true*/ folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw badRequest(`There is no folder ${folder} that can be read.`);
  });
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const files: Record<string, string> = {};
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (path.split("/").some((segment) => IGNORED.has(segment)) || entry.isDirectory()) continue;
    if (!entry.isFile()) throw badRequest(`${path} is not a plain file.`);
    try {
      files[path] = decoder.decode(await readFile(join(folder, path)));
    } catch {
      throw badRequest(`${path} is not UTF-8 text.`);
    }
  }
  const parsed = Bundle.safeParse(files);
  if (!parsed.success) throw badRequest(`${folder}: ${parsed.error.issues[0]?.message ?? "not a bundle"}`);
  if (Object.keys(files).length === 0) throw badRequest(`${folder} has no files.`);
  return parsed.data;
}

/** Writes a bundle into a folder, which must be empty or not there yet. */
export async function writeBundleFolder(folder: string, bundle: Bundle): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw badRequest(`${folder} is not empty.`);
  for (const [path, text] of Object.entries(Bundle.parse(bundle))) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, "utf8");
  }
}
