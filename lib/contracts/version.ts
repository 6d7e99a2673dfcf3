import { z } from "zod";
import { Diagnostic, FileKind } from "./harness";

export const VersionOrigin = z.enum(["import", "edit", "proposal", "augmentation", "synthesis", "rollback"]);
export type VersionOrigin = z.infer<typeof VersionOrigin>;

/** An immutable harness version of a project; `hash` is the hash of its manifest, so equal bundles have one. */
export const Version = z.object({
  project: z.string(),
  hash: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  origin: VersionOrigin,
  author: z.string(),
  message: z.string(),
  createdAt: z.string(),
  files: z.int(),
  errors: z.int(),
  warnings: z.int(),
});
export type Version = z.infer<typeof Version>;

/** What a version is used for: a release channel that serves it, stages that came to it, runs of it. */
export const VersionUse = z.object({
  production: z.boolean(),
  stages: z.array(z.object({ campaign: z.string(), stage: z.string(), name: z.string() })),
  runs: z.int(),
});
export type VersionUse = z.infer<typeof VersionUse>;

/** `kind` is that of harness.yaml; `agent` where it cannot be read. */
export const VersionListItem = Version.extend({ use: VersionUse, kind: z.enum(["agent", "judge"]) });
export type VersionListItem = z.infer<typeof VersionListItem>;

export const VersionFile = z.object({ path: z.string(), kind: FileKind, hash: z.string(), bytes: z.int(), tokens: z.int() });
export type VersionFile = z.infer<typeof VersionFile>;

export const VersionDetail = z.object({
  version: Version,
  files: z.array(VersionFile),
  diagnostics: z.array(Diagnostic),
  use: VersionUse,
  children: z.array(Version),
});
export type VersionDetail = z.infer<typeof VersionDetail>;

export const FileDifference = z.object({
  path: z.string(),
  kind: FileKind,
  change: z.enum(["added", "removed", "changed"]),
  base: z.string().nullable(),
  head: z.string().nullable(),
  linesAdded: z.int(),
  linesRemoved: z.int(),
});
export type FileDifference = z.infer<typeof FileDifference>;

export const VersionComparison = z.object({ base: Version, head: Version, files: z.array(FileDifference), unchanged: z.int() });
export type VersionComparison = z.infer<typeof VersionComparison>;
