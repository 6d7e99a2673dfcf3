/**
 * Writes cases/general.jsonl: prompts in the format of IFEval over all 25 instructions, written for this demo and in no part
 * taken from the benchmark. The same file byte for byte every time: `npx tsx examples/live-room/general/generate.ts`.
 */
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { IfevalInstruction, IfevalPrompt } from "../../../lib/contracts/ifeval";
import { createDraw, type Draw } from "../scenarios/draw";
import { CLOSED_QUESTIONS, type Instruction, SOCIABLE, SOLITARY, TASKS } from "./phrases";

const COMBINED = 35;

const promptOf = (key: number, task: string, instructions: readonly Instruction[]): IfevalPrompt => ({
  key,
  prompt: [task, ...instructions.map(({ says }) => says)].join(" "),
  instruction_id_list: instructions.map(({ id }) => id),
  kwargs: instructions.map(({ values }) => values),
});

/** Two or three instructions that can be kept together. */
function drawTogether(draw: Draw): Instruction[] {
  const chosen: Instruction[] = [];
  const wanted = draw.chance(0.3) ? 3 : 2;
  for (const make of draw.shuffle(SOCIABLE)) {
    const made = make(draw);
    const clashes = (other: Instruction) => made.clashes?.includes(other.id) || other.clashes?.includes(made.id);
    if (!chosen.some(clashes)) chosen.push(made);
    if (chosen.length === wanted) break;
  }
  return chosen;
}

/** The prompts: one for each instruction by itself, then combinations. */
export function generateGeneral(): string {
  const draw = createDraw(20_261_215);
  const tasks = draw.shuffle(TASKS);
  let next = 0;
  const newTask = () => tasks[next++ % tasks.length] ?? "";
  const prompts: IfevalPrompt[] = [];
  const add = (task: string, instructions: readonly Instruction[]) =>
    prompts.push(promptOf(prompts.length + 1, task, instructions));
  for (const make of [...SOLITARY, ...SOCIABLE]) {
    const task = newTask();
    const made = make(draw, task);
    const closed: IfevalInstruction = "detectable_format:constrained_response";
    add(made.id === closed ? draw.pick(CLOSED_QUESTIONS) : task, [made]);
  }
  for (let index = 0; index < COMBINED; index += 1) add(newTask(), drawTogether(draw));
  return `${prompts.map((prompt) => JSON.stringify(prompt)).join("\n")}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(new URL("../cases/general.jsonl", import.meta.url), generateGeneral());
}
