import { afterAll, beforeAll, expect, test } from "vitest";
import { listEntries, replaceEntries } from "@/db/campaign-repository";
import { hashText } from "@/lib/harness/hash";
import { type FailingCampaign, failingCampaign, WORD } from "@/lib/testing/failing-campaign";
import { sampleEntry } from "@/lib/testing/stage-samples";
import { openTestStudio, SMALL_BUNDLE, type TestStudio } from "@/lib/testing/test-studio";

const ROLE = "prompt/01-role.md";
const TEXT = SMALL_BUNDLE[ROLE] ?? "";
const HOOK = "hooks/watch.js";

let studio: TestStudio;
let made: FailingCampaign;
let reply: string;

beforeAll(async () => {
  studio = openTestStudio();
  made = await failingCampaign(studio, SMALL_BUNDLE, 3);
  const anchor = { path: ROLE, baseHash: hashText(TEXT), text: "You answer viewers in one sentence.\n", count: 1 } as const;
  const operations = [{ op: "insert-after", anchor, text: "Be kind.\n" } as const];
  const entry = sampleEntry({ id: "ent_a", stage: made.stage, operations, predictedFixes: ["gone", `${WORD}-2`] });
  replaceEntries(studio.studio.database, made.stage, [entry]);
  reply = (await studio.call("GET", `/projects/p/runs/${made.run}/results/${WORD}-2`)).body.result.reply;
});
afterAll(() => studio.close());

const check = (files: Record<string, string | null>, more: object = {}) =>
  studio.call("POST", `${made.path}/${made.stage}/entries/ent_a/check`, { files, ...more });

test("a right side that holds is fine, with its tokens and its prompt as the case sees it", async () => {
  const { body } = await check({ [ROLE]: `${TEXT}{{ comments[0].text }} is asked.\n` });
  expect(body).toMatchObject({ ok: true, diagnostics: [], touched: 0, hooks: [] });
  expect(body.tokensAdded).toBeGreaterThan(0);
  expect(body.prompt).toEqual([{ path: ROLE, text: `You answer viewers in one sentence.\nwhat about ${WORD} 2? is asked.` }]);
});

test("another case is tried where one asks for it; an unknown one is 404", async () => {
  const { body } = await check({ [ROLE]: `${TEXT}{{ comments[0].text }}\n` }, { case: `${WORD}-3` });
  expect(body.prompt[0].text).toContain(`${WORD} 3?`);
  expect((await check({ [ROLE]: TEXT }, { case: "none" })).status).toBe(404);
});

test("a block that is left out for the case has no text", async () => {
  const { body } = await check({ "prompt/02-private.md": '---\norder: 2\nwhen: channel == "private"\n---\nWhisper.\n' });
  expect(body.prompt).toContainEqual({ path: "prompt/02-private.md", text: null });
});

test("what does not parse or render is named with its place", async () => {
  const broken = (await check({ [ROLE]: `${TEXT}{{ comments | \n` })).body;
  expect(broken).toMatchObject({ ok: false, diagnostics: [{ path: ROLE, severity: "error" }] });
  const leaking = (await check({ [ROLE]: `${TEXT}As in ${WORD}-3.\n` })).body;
  expect(leaking).toMatchObject({ ok: false, diagnostics: [{ path: ROLE, line: 5 }] });
});

test("a changed Hook is run on the reply that the case really got", async () => {
  const code =
    'export const events = ["Stop", "PreToolUse"];\nexport default function (event) {\n' +
    '  if (event.event !== "Stop") return null;\n  return { decision: "block", reason: "was: " + event.reply };\n}\n';
  const { body } = await check({ [HOOK]: code });
  expect(body.ok).toBe(true);
  expect(body.hooks).toMatchObject([
    { path: HOOK, event: "Stop", ok: true, decision: "block", reason: `was: ${reply}`.slice(0, 300) },
    { path: HOOK, event: "PreToolUse", ok: true, decision: "allow" },
  ]);
});

test("a Hook that throws is an error of the check", async () => {
  const code = 'export const events = ["Stop"];\nexport default function () {\n  throw new Error("broken");\n}\n';
  const { body } = await check({ [HOOK]: code });
  expect(body).toMatchObject({ ok: false, hooks: [{ ok: false, reason: expect.stringContaining("broken") }] });
  expect(body.diagnostics[0]).toMatchObject({ path: HOOK, severity: "error" });
});

test("nothing is stored", async () => {
  await check({ [ROLE]: `${TEXT}Be warm.\n` });
  expect(listEntries(studio.studio.database, made.stage)).toMatchObject([{ revision: 1, status: "proposed", changes: [] }]);
});
