import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runCommand } from "../run-command";

let folder: string;
let stdout = "";
let stderr = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-ifeval-"));
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = undefined;
});

const PROMPTS = [
  { key: 1, prompt: "a", instruction_id_list: ["punctuation:no_comma"], kwargs: [{}] },
  {
    key: 2,
    prompt: "b",
    instruction_id_list: ["length_constraints:number_words", "keywords:letter_frequency"],
    kwargs: [
      { num_words: 3, relation: "at least" },
      { letter: "!", let_frequency: 1, let_relation: "at least" },
    ],
  },
];
const RECORDS = [
  { key: 1, response: "Well, then:\nno comma", strict: [false], loose: [true] },
  { key: 2, response: "one two", strict: [false, true], loose: [false, true], nondeterministic: [false, true] },
];
const lines = (values: readonly object[]) => `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;

function write(
  records: readonly object[],
  { prompts = PROMPTS, inGolden = true }: { prompts?: object[]; inGolden?: boolean } = {},
) {
  const place = inGolden ? join(folder, "golden") : folder;
  mkdirSync(place, { recursive: true });
  writeFileSync(join(folder, "input_data.jsonl"), lines(prompts));
  writeFileSync(join(place, "model-a.jsonl"), lines(records));
}

async function verify(...more: string[]) {
  stdout = "";
  stderr = "";
  const code = await runCommand(["ifeval", "verify", folder, ...more]);
  return { code, stdout, stderr };
}

test("counts verdicts that are equal, and leaves out those that the reference's seed decides", async () => {
  write(RECORDS);
  const { code, stdout } = await verify("--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ replies: 2, instances: 6, equal: 4, nondeterministic: 2, differences: [] },
    files: [
      {
        file: join("golden", "model-a.jsonl"),
        accuracies: {
          ours: { promptStrict: 0, promptLoose: 0.5, instructionStrict: 0, instructionLoose: 1 / 3 },
          recorded: { promptStrict: 0, promptLoose: 0.5, instructionStrict: 1 / 3, instructionLoose: 2 / 3 },
        },
      },
    ],
  });
});

test("names each verdict that differs, in records that lie beside the prompts too, and exits with 1", async () => {
  write(
    [
      { ...RECORDS[0], strict: [true] },
      { ...RECORDS[1], strict: [true, true], counts: { words: 3 } },
    ],
    { inGolden: false },
  );
  const { code, stdout } = await verify("--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ instances: 6, equal: 2, nondeterministic: 2 },
    differences: [
      { file: "model-a.jsonl", key: 1, instruction: "punctuation:no_comma", mode: "strict", ours: false, theirs: true },
      { key: 2, mode: "strict", why: expect.stringMatching(/2 words are counted here; the reference counted 3/) },
    ],
  });
  expect((await verify()).stdout).toMatch(/model-a +2 +6 +2 +2 +2[\s\S]*key 1, strict: not kept here, kept in the record/);
});

test("an instruction that cannot be decided here is a difference", async () => {
  const prompts = [{ ...PROMPTS[0], instruction_id_list: ["punctuation:none"] }];
  write(RECORDS.slice(0, 1), { prompts });
  const { code, stdout } = await verify("--json");
  expect([code, JSON.parse(stdout).differences.map((one: { ours: unknown }) => one.ours)]).toEqual([1, [null, null]]);
});

test("a folder that cannot be read is refused with the file and the line", async () => {
  expect(await verify()).toMatchObject({ code: 2, stderr: expect.stringMatching(/no file .*input_data\.jsonl/) });
  write([{ ...RECORDS[0], strict: [] }, RECORDS[1] ?? {}, RECORDS[1] ?? {}, { ...RECORDS[0], key: 3 }, { key: 1 }]);
  const { code, stdout, stderr } = await verify("--json");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/model-a\.jsonl:5: response/);
  expect(stderr).toMatch(/:1: key 1 has 1 instructions/);
  expect(stderr).toMatch(/:3: key 2 is there already/);
  expect(stderr).toMatch(/:4: key 3 is no prompt/);
  rmSync(join(folder, "golden"), { recursive: true });
  expect(await verify()).toMatchObject({ code: 2, stderr: expect.stringMatching(/no records in/) });
});
