import "server-only";
import { readBundle, readManifest, storeManifest } from "@/db/bundle-repository";
import type { Store } from "@/db/client";
import { currentRelease } from "@/db/release-repository";
import { childrenOf, insertVersion, listVersions, usesOfVersions, versionsByPrefix } from "@/db/version-repository";
import type { Bundle, Diagnostic } from "@/lib/contracts/harness";
import type { Version, VersionComparison, VersionDetail, VersionListItem, VersionOrigin } from "@/lib/contracts/version";
import { diffBundles } from "@/lib/harness/diff";
import { hashManifest, hashText, manifestOf } from "@/lib/harness/hash";
import { kindOf } from "@/lib/harness/kind";
import { parseHarness } from "@/lib/harness/parse";
import { countTokens } from "@/lib/harness/tokens";
import { badRequest, conflict, unprocessable } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireBundle, requireProject, requireVersion } from "../lookups";
import { versionKind } from "../version-kind";

/** A version that was asked for: `created` is false where the project had one with the same files. */
export interface MadeVersion {
  version: Version;
  created: boolean;
  diagnostics: Diagnostic[];
}

const MAX_FILES = 2_000;
const MAX_CHARACTERS = 20_000_000;

function refuseOversize(files: Bundle): void {
  const texts = Object.values(files);
  if (texts.length === 0) throw badRequest("files: a bundle has at least one file");
  if (texts.length > MAX_FILES) throw badRequest(`files: a bundle has at most ${MAX_FILES} files`);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > MAX_CHARACTERS) throw badRequest(`files: a bundle has at most ${MAX_CHARACTERS} characters`);
}

/** Writes a bundle as a version of a project, with its audit event. Call it inside a transaction. */
export function writeVersion(
  store: Store,
  context: Pick<Context, "actor">,
  input: {
    project: string;
    files: Bundle;
    name: string | undefined;
    message: string;
    parent: string | null;
    origin: VersionOrigin;
  },
): MadeVersion {
  const { project, files, message, parent, origin } = input;
  refuseOversize(files);
  const { harness, diagnostics } = parseHarness(files);
  const manifest = manifestOf(files);
  const hash = hashManifest(manifest);
  const [known] = versionsByPrefix(store, project, hash);
  if (known) return { version: known, created: false, diagnostics };
  storeManifest(store, { hash, manifest, textOf: (path) => files[path] ?? "", base: parent });
  const version: Version = {
    project,
    hash,
    name: input.name?.trim() || harness?.config.name || hash.slice(0, 8),
    parent,
    origin,
    author: context.actor,
    message,
    createdAt: timestamp(),
    files: Object.keys(files).length,
    errors: diagnostics.filter((diagnostic) => diagnostic.severity === "error").length,
    warnings: diagnostics.filter((diagnostic) => diagnostic.severity === "warning").length,
  };
  insertVersion(store, version);
  recordAudit(store, context, {
    action: "version-created",
    project,
    subject: `version:${hash}`,
    detail: { name: version.name, origin, parent, message },
  });
  return { version, created: true, diagnostics };
}

export function allVersions({ studio }: Context, input: { project: string }): VersionListItem[] {
  const store = studio.database;
  requireProject(store, input.project);
  const production = currentRelease(store, input.project)?.version;
  const uses = usesOfVersions(store, input.project);
  return listVersions(store, input.project).map((version) => ({
    ...version,
    kind: versionKind(store, version.hash),
    use: { ...(uses.get(version.hash) ?? { stages: [], runs: 0 }), production: version.hash === production },
  }));
}

export function versionDetail({ studio }: Context, input: { project: string; version: string }): VersionDetail {
  const store = studio.database;
  requireProject(store, input.project);
  const version = requireVersion(store, input.project, input.version);
  const bundle = requireBundle(store, version.hash);
  const manifest = readManifest(store, version.hash) ?? {};
  const uses = usesOfVersions(store, input.project).get(version.hash);
  return {
    version,
    files: Object.entries(bundle).map(([path, text]) => ({
      path,
      kind: kindOf(path),
      hash: manifest[path] ?? hashText(text),
      bytes: Buffer.byteLength(text),
      tokens: countTokens(text),
    })),
    diagnostics: parseHarness(bundle).diagnostics,
    use: {
      ...(uses ?? { stages: [], runs: 0 }),
      production: currentRelease(store, input.project)?.version === version.hash,
    },
    children: childrenOf(store, input.project, version.hash),
  };
}

export function versionBundle({ studio }: Context, input: { project: string; version: string }): { hash: string; files: Bundle } {
  requireProject(studio.database, input.project);
  const { hash } = requireVersion(studio.database, input.project, input.version);
  return { hash, files: requireBundle(studio.database, hash) };
}

/** Makes a version of a whole bundle. Problems are reported, not refused, as long as harness.yaml can be read. */
export function importVersion(
  context: Context,
  input: { project: string; files: Bundle; name?: string | undefined; message: string; parent?: string | undefined },
): MadeVersion {
  return context.studio.database.transaction((tx) => {
    requireProject(tx, input.project);
    const parent = input.parent === undefined ? null : requireVersion(tx, input.project, input.parent).hash;
    const { harness, diagnostics } = parseHarness(input.files);
    if (!harness) throw unprocessable("The bundle has no harness.yaml that can be read.", { diagnostics });
    return writeVersion(tx, context, { ...input, name: input.name, parent, origin: "import" });
  });
}

function changedBundle(base: Bundle, changes: Record<string, string | null>): Bundle {
  const files = { ...base };
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) delete files[path];
    else files[path] = text;
  }
  return files;
}

/**
 * Saves changes to a version as a new one. A child of the version that the caller has not seen is a conflict, unless a
 * branch is asked for; so are errors in the bundle unless they are allowed. The same files again give the version there is.
 */
export function saveVersion(
  context: Context,
  input: {
    project: string;
    version: string;
    changes: Record<string, string | null>;
    message: string;
    name?: string | undefined;
    branch: boolean;
    allowErrors: boolean;
    seen: string[];
  },
): MadeVersion {
  return context.studio.database.transaction((tx) => {
    requireProject(tx, input.project);
    const base = requireVersion(tx, input.project, input.version);
    const files = changedBundle(requireBundle(tx, base.hash), input.changes);
    refuseOversize(files);
    const { diagnostics } = parseHarness(files);
    const [known] = versionsByPrefix(tx, input.project, hashManifest(manifestOf(files)));
    if (known) return { version: known, created: false, diagnostics };
    const unseen = childrenOf(tx, input.project, base.hash).find((child) => !input.seen.includes(child.hash));
    if (unseen && !input.branch) {
      throw conflict(`${unseen.author} saved a newer version on top of the one you changed.`, {
        current: unseen.hash,
        by: unseen.author,
        at: unseen.createdAt,
      });
    }
    if (!input.allowErrors && diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
      throw unprocessable("The bundle has errors. Nothing was saved.", { diagnostics });
    }
    return writeVersion(tx, context, {
      project: input.project,
      files,
      name: input.name ?? base.name,
      message: input.message,
      parent: base.hash,
      origin: "edit",
    });
  });
}

export function checkBundle(_: Context, input: { files: Bundle }): { hash: string; diagnostics: Diagnostic[] } {
  refuseOversize(input.files);
  return { hash: hashManifest(manifestOf(input.files)), diagnostics: parseHarness(input.files).diagnostics };
}

export function compareVersions({ studio }: Context, input: { project: string; base: string; head: string }): VersionComparison {
  const store = studio.database;
  requireProject(store, input.project);
  const base = requireVersion(store, input.project, input.base);
  const head = requireVersion(store, input.project, input.head);
  const files = diffBundles(readBundle(store, base.hash) ?? {}, readBundle(store, head.hash) ?? {});
  return { base, head, files, unchanged: head.files - files.filter((file) => file.change !== "removed").length };
}
