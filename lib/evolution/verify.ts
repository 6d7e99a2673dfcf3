import type { Case } from "@/lib/contracts/case";
import type { FileChange, Operation } from "@/lib/contracts/evolution";
import type { Bundle, Diagnostic, Harness } from "@/lib/contracts/harness";
import { applyOperations, invert } from "@/lib/harness/operations";
import { parseHarness } from "@/lib/harness/parse";
import type { HookSandbox } from "@/lib/kernel/ports";
import { addedLines, fileChanges, tokenDifference } from "./changes";
import { dryRunHooks } from "./hook-dry-run";
import { scanForLeaks } from "./leak-scan";
import { promptProblems } from "./prompt-check";

export interface Verification {
  ok: boolean;
  changes: FileChange[];
  tokensAdded: number;
  /** Errors of the first check that failed; warnings of all that ran. */
  diagnostics: Diagnostic[];
}

export interface VerificationInput {
  base: Bundle;
  operations: readonly Operation[];
  /** Dev cases: their ids and answers must not be in the edit, and one of them feeds the dry runs. */
  cases: readonly Case[];
  /** Null leaves the Hook dry run out. */
  sandbox: HookSandbox | null;
}

const isError = (one: Diagnostic) => one.severity === "error";
const keyOf = (one: Diagnostic) => `${one.path} ${one.code} ${one.message}`;

const sameBundle = (a: Bundle, b: Bundle) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([path, text]) => b[path] === text);

function restores(base: Bundle, head: Bundle, operations: readonly Operation[]): boolean {
  const inverse = invert(base, operations);
  if (!inverse.ok) return false;
  const back = applyOperations(head, inverse.operations);
  return back.ok && sameBundle(back.bundle, base);
}

/** Problems that the edit brings; those the base has already are not its fault. */
function newProblems(base: Bundle, head: Bundle): { harness: Harness | null; diagnostics: Diagnostic[] } {
  const known = new Set(parseHarness(base).diagnostics.map(keyOf));
  const { harness, diagnostics } = parseHarness(head);
  return { harness, diagnostics: diagnostics.filter((one) => one.severity !== "info" && !known.has(keyOf(one))) };
}

/**
 * Verifies an edit, whoever wrote it, in the order of METHODS.md section 2: base hash and anchors → applied in memory →
 * the inverse restores the bytes → the bundle parses → the prompt renders and changed Hooks run dry → no leak of a case
 * id or an answer → token difference. The first check with an error ends it.
 */
export async function verifyEntry({ base, operations, cases, sandbox }: VerificationInput): Promise<Verification> {
  const applied = applyOperations(base, operations);
  if (!applied.ok) return { ok: false, changes: [], tokensAdded: 0, diagnostics: applied.problems };
  const head = applied.bundle;
  const changes = fileChanges(base, head);
  const tokensAdded = tokenDifference(changes);
  const result = (diagnostics: Diagnostic[]): Verification => ({
    ok: !diagnostics.some(isError),
    changes,
    tokensAdded,
    diagnostics,
  });
  const whole = (code: string, message: string): Diagnostic => ({
    path: changes[0]?.path ?? "harness.yaml",
    line: 1,
    column: 1,
    severity: "error",
    code,
    message,
  });
  if (changes.length === 0) return result([whole("no-change", "the edit changes nothing")]);
  if (!restores(base, head, operations)) return result([whole("not-invertible", "undoing the edit does not restore the files")]);

  const { harness, diagnostics } = newProblems(base, head);
  if (harness === null) return result([...diagnostics, whole("harness-broken", "the bundle does not parse with this edit")]);
  if (diagnostics.some(isError)) return result(diagnostics);

  diagnostics.push(...promptProblems(harness, cases));
  if (diagnostics.some(isError)) return result(diagnostics);
  if (sandbox !== null) {
    const edited = new Set(changes.map((change) => change.path));
    const hooks = harness.hooks.filter((hook) => edited.has(hook.path));
    diagnostics.push(...(await dryRunHooks(hooks, sandbox, cases, harness.config.hooks.timeoutMs)));
    if (diagnostics.some(isError)) return result(diagnostics);
  }
  // A name is read by the policy as well: of a new file it is scanned like its text, word for word.
  const names = changes.flatMap(({ path, base: before }) =>
    before === null ? path.split("/").map((part) => ({ path, line: 1, text: part.replace(/^\d+-|\.\w+$/g, "") })) : [],
  );
  diagnostics.push(...scanForLeaks([...addedLines(changes), ...names], Object.values(base).join("\n"), cases));
  return result(diagnostics);
}
