import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { Command } from "commander";
import type { z } from "zod";
import { IfevalGolden, IfevalPrompt } from "@/lib/contracts/ifeval";
import type { GoldenAccuracies, GoldenDifference, GoldenReport } from "@/lib/evaluation/ifeval/verify-golden";
import { CommandError, EXIT } from "../exit";
import { print } from "../output";
import { formatTable, percent } from "../table";

const PROMPTS = "input_data.jsonl";
const SHOWN = 20;

interface Verified extends Omit<GoldenReport, "accuracies"> {
  differences: (GoldenDifference & { file: string })[];
  files: (Omit<GoldenReport, "differences"> & { file: string; differences: number })[];
}

/** Lines of a file with their numbers, parsed; what is wrong is added to `problems`. */
async function readLines<Value>(
  file: string,
  name: string,
  schema: z.ZodType<Value>,
  problems: string[],
): Promise<[number, Value][]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new CommandError(`There is no file ${file} that can be read.`);
  });
  return text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((source, index): [number, Value][] => {
      if (source.trim() === "") return [];
      const parsed = parseLine(source, schema);
      if (parsed.ok) return [[index + 1, parsed.value]];
      problems.push(`${name}:${index + 1}: ${parsed.message}`);
      return [];
    });
}

function parseLine<Value>(source: string, schema: z.ZodType<Value>): { ok: true; value: Value } | { ok: false; message: string } {
  try {
    const parsed = schema.safeParse(JSON.parse(source));
    if (parsed.success) return { ok: true, value: parsed.data };
    return { ok: false, message: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ") };
  } catch (error) {
    return { ok: false, message: `not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The files of records: those in `golden`, or where there is no such folder beside the prompts. */
async function goldenFiles(folder: string): Promise<string[]> {
  for (const place of [join(folder, "golden"), folder]) {
    const names = await readdir(place).catch(() => []);
    const files = names.filter((name) => name.endsWith(".jsonl") && name !== PROMPTS).toSorted();
    if (files.length > 0) return files.map((name) => join(place, name));
  }
  throw new CommandError(`There are no records in ${join(folder, "golden")}: files *.jsonl of {key, response, strict, loose}.`);
}

async function verify(folder: string): Promise<Verified> {
  const problems: string[] = [];
  const prompts = new Map(
    (await readLines(join(folder, PROMPTS), PROMPTS, IfevalPrompt, problems)).map(([, prompt]) => [prompt.key, prompt]),
  );
  const files: { file: string; records: IfevalGolden[] }[] = [];
  for (const path of await goldenFiles(folder)) {
    const file = relative(folder, path);
    const records = await readLines(path, file, IfevalGolden, problems);
    const keys = new Set<IfevalGolden["key"]>();
    for (const [line, record] of records) {
      const problem = recordProblem(record, prompts, keys);
      if (problem !== null) problems.push(`${file}:${line}: ${problem}`);
      keys.add(record.key);
    }
    files.push({ file, records: records.map(([, record]) => record) });
  }
  if (problems.length > 0) {
    const left = problems.length - SHOWN;
    throw new CommandError([...problems.slice(0, SHOWN), ...(left > 0 ? [`and ${left} more`] : [])].join("\n"));
  }
  return compare(files, prompts);
}

function recordProblem(
  { key, strict, loose, nondeterministic }: IfevalGolden,
  prompts: ReadonlyMap<IfevalPrompt["key"], IfevalPrompt>,
  seen: ReadonlySet<IfevalGolden["key"]>,
): string | null {
  if (seen.has(key)) return `key ${key} is there already`;
  const wanted = prompts.get(key)?.instruction_id_list.length;
  if (wanted === undefined) return `key ${key} is no prompt of ${PROMPTS}`;
  const fits = strict.length === wanted && loose.length === wanted && [0, wanted].includes(nondeterministic.length);
  return fits ? null : `key ${key} has ${wanted} instructions, and strict, loose or nondeterministic has not as many`;
}

async function compare(
  files: readonly { file: string; records: IfevalGolden[] }[],
  prompts: ReadonlyMap<IfevalPrompt["key"], IfevalPrompt>,
): Promise<Verified> {
  const { loadLanguageModel } = await import("@/lib/evaluation/ifeval/detect-language");
  const { verifyGolden } = await import("@/lib/evaluation/ifeval/verify-golden");
  const detect = await loadLanguageModel().catch((error: Error) => {
    throw new CommandError(`The model that tells languages cannot be loaded: ${error.message}.`, EXIT.internal);
  });
  const total: Verified = { replies: 0, instances: 0, equal: 0, nondeterministic: 0, differences: [], files: [] };
  for (const { file, records } of files) {
    const { differences, ...report } = verifyGolden(prompts, records, detect);
    total.replies += report.replies;
    total.instances += report.instances;
    total.equal += report.equal;
    total.nondeterministic += report.nondeterministic;
    total.differences.push(...differences.map((difference) => ({ file, ...difference })));
    total.files.push({ file, ...report, differences: differences.length });
  }
  return total;
}

const LEVELS: readonly (keyof GoldenAccuracies)[] = ["promptStrict", "promptLoose", "instructionStrict", "instructionLoose"];

function textOf({ files, differences, ...total }: Verified): string {
  const counts = [...files, { file: "all", ...total, differences: differences.length }].map((one) => [
    ...[basename(one.file, ".jsonl"), one.replies, one.instances, one.equal, one.nondeterministic, one.differences],
  ]);
  const accuracies = files.flatMap(({ file, accuracies: { ours, recorded } }) => [
    [basename(file, ".jsonl"), "here", ...LEVELS.map((level) => percent(ours[level]))],
    ["", "recorded", ...LEVELS.map((level) => percent(recorded[level]))],
  ]);
  return [
    formatTable(["records", "replies", "instances", "equal", "nondeterministic", "differences"], counts),
    "Instances are verdicts: an instruction of a reply read strictly is one, read loosely another.",
    formatTable(["accuracy, %", "", "prompt strict", "prompt loose", "instruction strict", "instruction loose"], accuracies),
    ...(differences.length === 0 ? [] : [differences.map(differenceLine).join("\n")]),
  ].join("\n\n");
}

function differenceLine({ file, key, mode, ours, theirs, why }: Verified["differences"][number]): string {
  const said = (verdict: boolean | null) => (verdict === null ? "undecided" : verdict ? "kept" : "not kept");
  return `${file}, key ${key}, ${mode}: ${said(ours)} here, ${said(theirs)} in the record. ${why}`;
}

export function registerIfeval(program: Command): void {
  const group = program.command("ifeval").description("the checkers of IFEval's 25 instructions");
  group
    .command("verify")
    .description("compare the checkers' verdicts with recorded ones of the reference; exits with 1 where any differs")
    .argument("<folder>", `folder with ${PROMPTS} and records in golden/*.jsonl, or beside it where there is no golden folder`)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
A prompt:  {"key": 1000, "prompt": "…", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
A record:  {"key": 1000, "response": "…", "strict": [true], "loose": [true]}, one verdict an instruction; optional are
           counts {words, sentences} and nondeterministic, true where the reference's own verdict changes with its seed.
Each instruction of each reply counts twice in instances, read strictly and loosely. instances = equal +
nondeterministic + differences; the nondeterministic are not compared.`,
    )
    .action(async (folder: string, options: { json?: boolean }) => {
      const verified = await verify(folder);
      print(options, verified, textOf(verified));
      if (verified.differences.length > 0) process.exitCode = EXIT.negative;
    });
}
