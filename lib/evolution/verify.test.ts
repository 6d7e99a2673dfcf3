import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import type { HookSandbox } from "@/lib/kernel/ports";
import { SAMPLE_BUNDLE, sampleEvaluatedCase } from "@/lib/testing/evolution-samples";
import { verifyEntry } from "./verify";

const SKILL = "skills/loans/SKILL.md";
const { item } = sampleEvaluatedCase({ id: "loan-0042", reference: "You can renew the loan twice at the front desk today." });

const insertAfter = (text: string, added: string, path = SKILL): Operation => ({
  op: "insert-after",
  anchor: { path, baseHash: hashText(SAMPLE_BUNDLE[path] ?? ""), text, count: 1 },
  text: added,
});
const verify = (operations: Operation[], sandbox: HookSandbox | null = null) =>
  verifyEntry({ base: SAMPLE_BUNDLE, operations, cases: [item], sandbox });
const codes = async (operations: Operation[], sandbox: HookSandbox | null = null) =>
  (await verify(operations, sandbox)).diagnostics.map((one) => one.code);

const hook = 'export const events = ["Stop"];\nexport default function (event) { return { decision: "allow" }; }\n';
const answering = (value: { decision: string }): HookSandbox => ({ run: async () => ({ ok: true, value, durationMs: 1 }) });

describe("verifyEntry", () => {
  it("accepts a sound edit and counts its tokens", async () => {
    const result = await verify([insertAfter("- Be friendly.\n", "- Call `find_loan` first.\n")]);
    expect(result).toMatchObject({ ok: true, diagnostics: [], changes: [{ path: SKILL, kind: "skill" }] });
    expect(result.tokensAdded).toBeGreaterThan(3);
  });

  it("refuses another base", async () => {
    const edit = insertAfter("- Be friendly.\n", "- x\n");
    if (edit.op === "insert-after") edit.anchor.baseHash = "f".repeat(64);
    expect(await codes([edit])).toEqual(["base-changed"]);
  });

  it("refuses an anchor that is missing or occurs twice", async () => {
    expect(await codes([insertAfter("- Be unfriendly.\n", "- x\n")])).toEqual(["anchor-missing"]);
    expect(await codes([insertAfter("loan", "- x\n")])).toEqual(["anchor-ambiguous"]);
  });

  it("refuses an edit that changes nothing", async () => {
    const anchor = { path: SKILL, baseHash: hashText(SAMPLE_BUNDLE[SKILL] ?? ""), text: "- Be friendly.\n", count: 1 as const };
    expect(await codes([{ op: "replace", anchor, text: "- Be friendly.\n" }])).toEqual(["no-change"]);
  });

  it("refuses what breaks the bundle, but not for errors it had before", async () => {
    const broken = await verify([insertAfter("name: loans\n", "name: rooms\n")]);
    expect(broken.ok).toBe(false);
    const base = { ...SAMPLE_BUNDLE, "tools/bad.json": "{" };
    const sound = await verifyEntry({
      base,
      operations: [insertAfter("- Be friendly.\n", "- More.\n")],
      cases: [item],
      sandbox: null,
    });
    expect(sound.ok).toBe(true);
  });

  it("refuses a prompt block that does not render", async () => {
    const path = "prompt/10-role.md";
    const result = await verify([insertAfter("- Be brief.\n", "{% if comments %}\n", path)]);
    expect(result.ok).toBe(false);
  });

  it("runs changed Hooks dry and refuses what they should not answer", async () => {
    const create: Operation = { op: "create-file", path: "hooks/check.js", text: hook };
    expect(await codes([create], answering({ decision: "allow" }))).toEqual([]);
    expect(await codes([create], answering({ decision: "deny" }))).toEqual(["hook-dry-run"]);
    const failing: HookSandbox = { run: async () => ({ ok: false, error: "timeout", message: "250 ms", durationMs: 250 }) };
    expect(await codes([create], failing)).toEqual(["hook-dry-run"]);
  });

  it("refuses a case id in the edit", async () => {
    expect(await codes([insertAfter("- Be friendly.\n", "- As in loan-0042, renew.\n")])).toEqual(["leak-case-id"]);
  });

  it("refuses a case id in the name of a new file", async () => {
    const create: Operation = { op: "create-file", path: "prompt/80-loan-0042.md", text: "Renew loans.\n" };
    expect((await verify([create])).diagnostics).toMatchObject([{ path: create.path, line: 1, code: "leak-case-id" }]);
  });
});
