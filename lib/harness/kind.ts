import type { FileKind } from "@/lib/contracts/harness";

const PATTERNS: readonly (readonly [RegExp, FileKind])[] = [
  [/^harness\.yaml$/, "config"],
  [/^prompt\/[^/]+\.md$/, "prompt"],
  [/^skills\/[^/]+\/SKILL\.md$/, "skill"],
  [/^tools\/[^/]+\.json$/, "tool"],
  [/^hooks\/[^/]+\.js$/, "hook"],
  [/^modules\/[^/]+\.js$/, "module"],
];

/** What a file of a bundle is, by its path alone. */
export function kindOf(path: string): FileKind {
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? "other";
}
