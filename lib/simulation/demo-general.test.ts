import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateGeneral } from "@/examples/live-room/general/generate";
import { IFEVAL_ARGUMENTS } from "@/lib/contracts/ifeval";
import { parseIfeval } from "@/lib/datasets/ifeval/parse-ifeval";

const file = readFileSync(new URL("../../examples/live-room/cases/general.jsonl", import.meta.url), "utf8");

test("the demo's general prompts are what their generator makes, byte for byte", () => {
  expect(generateGeneral() === file).toBe(true);
});

test("they parse without a problem, differ from each other and ask for all 25 instructions", () => {
  const { cases, problems } = parseIfeval(file);
  expect(problems).toEqual([]);
  expect(cases).toHaveLength(60);
  expect(new Set(cases.map(({ input }) => input.comments[0]?.text)).size).toBe(60);
  expect(new Set(cases.flatMap(({ tags }) => tags))).toEqual(new Set(Object.keys(IFEVAL_ARGUMENTS)));
});
