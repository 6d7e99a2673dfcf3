import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { type Command, Option } from "commander";
import { decodeText, guessFormat } from "@/lib/client/decode-text";
import { parseFaq } from "@/lib/client/parse-faq";
import { DatasetKind, DatasetRole } from "@/lib/contracts/case";
import { CaseField, type CsvMapping, ImportFormat } from "@/lib/contracts/case-import";
import type { FaqEntry } from "@/lib/contracts/serving";
import { readBundleFolder } from "@/lib/server/bundle-folder";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { CommandError } from "../exit";
import { print } from "../output";

interface ImportOptions extends CommonOptions {
  project: string;
  harness?: string;
  cases?: string;
  faq?: string;
  name?: string;
  message?: string;
  parent?: string;
  dataset?: string;
  role: DatasetRole;
  kind?: DatasetKind;
  format?: ImportFormat;
  map?: string[];
  defaultChecks?: boolean;
  synthetic?: boolean;
  skipMalformed?: boolean;
}

/** Makes the project where it is not there yet. */
export async function ensureProject(client: StudioClient, id: string): Promise<void> {
  const projects = await client.projects.list();
  if (!projects.some((project) => project.id === id)) await client.projects.create({ id, name: id });
}

/** The text of a file, in whichever of the usual encodings it is. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new CommandError(`There is no file ${file} that can be read.`);
  });
  return decodeText(bytes).text;
}

/** `comment=question` → the column `question` becomes the comment. */
function mappingOf(pairs: readonly string[] | undefined): CsvMapping | undefined {
  if (pairs === undefined) return undefined;
  const mapping = new Map<string, CaseField>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const field = CaseField.safeParse(pair.slice(0, Math.max(0, at)).trim());
    const column = pair.slice(at + 1).trim();
    if (!field.success || column === "") {
      throw new CommandError(`--map ${pair}: write field=column, for example comment=question or context.product=item.`);
    }
    if (mapping.has(column)) throw new CommandError(`--map: the column ${column} is mapped twice.`);
    mapping.set(column, field.data);
  }
  return Object.fromEntries(mapping);
}

async function readFaqFile(file: string): Promise<FaqEntry[]> {
  const { entries, problems } = parseFaq(await readTextFile(file));
  const [first] = problems;
  if (first) throw new CommandError(`${file}:${first.line}: ${first.message}`);
  return entries;
}

/** Name of a data set for a case file: the file's name without its ending. */
export const datasetNameOf = (file: string): string => basename(file).replace(/\.[^.]+$/, "");

async function importAll(client: StudioClient, options: ImportOptions) {
  if (options.harness === undefined && options.cases === undefined && options.faq === undefined) {
    throw new CommandError("Give --harness, --cases or --faq, or several of them.");
  }
  const mapping = mappingOf(options.map);
  const files = options.harness === undefined ? null : await readBundleFolder(options.harness);
  const text = options.cases === undefined ? null : await readTextFile(options.cases);
  const format = options.format ?? (mapping ? "csv" : text === null ? "jsonl" : guessFormat(options.cases ?? "", text));
  if (mapping && format !== "csv") throw new CommandError("--map is for a table: --format csv.");
  const faq = options.faq === undefined ? null : await readFaqFile(options.faq);
  await ensureProject(client, options.project);
  const saved = faq && (await client.projects.saveFaq({ project: options.project, entries: faq }));
  const made = files
    ? await client.versions.import({
        project: options.project,
        files,
        message: options.message ?? `Imported from ${basename(resolve(options.harness ?? ""))}`,
        ...(options.name !== undefined && { name: options.name }),
        ...(options.parent !== undefined && { parent: options.parent }),
      })
    : null;
  const imported =
    text === null
      ? null
      : await client.datasets.import({
          project: options.project,
          name: options.dataset ?? datasetNameOf(options.cases ?? "cases"),
          role: options.role,
          text,
          format,
          ...(mapping && { mapping }),
          ...(options.kind !== undefined && { kind: options.kind }),
          ...(options.defaultChecks !== undefined && { defaultChecks: options.defaultChecks }),
          synthetic: options.synthetic ?? false,
          skipMalformed: options.skipMalformed ?? false,
        });
  return {
    version: made?.version ?? null,
    created: made?.created ?? null,
    diagnostics: made?.diagnostics ?? [],
    dataset: imported,
    faq: saved && { entries: saved.entries.length, hash: saved.hash },
  };
}

export function registerImport(program: Command): void {
  withCommonOptions(
    program
      .command("import")
      .description("import a harness folder, a case file or a FAQ into a project")
      .requiredOption("--project <id>", "project; made where it is not there yet")
      .option("--harness <folder>", "folder with harness.yaml")
      .option("--cases <file>", "case file: JSON Lines, a CSV table, chat logs, labels or prompts of IFEval")
      .addOption(
        new Option("--format <format>", "how the case file is read (default: as it looks)").choices(ImportFormat.options),
      )
      .option("--map <field=column...>", "what a column of a table becomes, for example comment=question expected=answer")
      .option("--default-checks", "give cases without a check the two default ones (chat logs always get them)")
      .option("--no-default-checks", "report cases without a check, in chat logs too")
      .option("--faq <file>", "FAQ of the project: Q: and A: lines, JSON Lines or a JSON array of {question, answer}")
      .option("--name <name>", "name of the version")
      .option("--message <text>", "message of the version")
      .option("--parent <version>", "parent of the version")
      .option("--dataset <name>", "name of the data set (default: the file's name)")
      .addOption(new Option("--role <role>", "what the set is for").choices(DatasetRole.options).default("dev"))
      .addOption(new Option("--kind <kind>", "kind of set (default: as it is, or general)").choices(DatasetKind.options))
      .option("--synthetic", "the cases are synthetic")
      .option("--skip-malformed", "import the well-formed lines although others are not"),
  ).action(async (options: ImportOptions) => {
    const outcome = await withStudio(options, (client) => importAll(client, options));
    const { version, created, diagnostics, dataset, faq } = outcome;
    const lines = [
      version && `${created ? "Made" : "There already is"} version ${version.hash} (${version.name}, ${version.files} files)`,
      ...diagnostics.map((one) => `${one.path}:${one.line}: ${one.severity}: ${one.message}`),
      dataset &&
        `Imported ${dataset.imported} cases${dataset.defaulted > 0 ? ` (${dataset.defaulted} with default checks)` : ""} into ${dataset.dataset.name} (${dataset.dataset.id})`,
      faq && `The project's FAQ has ${faq.entries} entries now`,
      ...(dataset?.problems ?? []).map((problem) => `line ${problem.line}: ${problem.message}`),
    ];
    print(options, outcome, lines.filter((line) => typeof line === "string").join("\n"));
  });
}
