import "server-only";
import {
  type CaseListItem,
  findCase,
  findDatasetByName,
  isNameOfRemoved,
  listCases,
  listDatasets,
  putDataset,
  putDatasetVersion,
} from "@/db/dataset-repository";
import { resultsOfCase } from "@/db/result-repository";
import type { Case, Dataset, LineProblem, SplitOverlap } from "@/lib/contracts/case";
import type { ImportPreview, ImportReading } from "@/lib/contracts/case-import";
import { isStandIn } from "@/lib/contracts/endpoint";
import type { CaseRow } from "@/lib/contracts/run";
import { hashDataset } from "@/lib/datasets/hash";
import { previewCases, readCaseText } from "@/lib/datasets/read-case-text";
import { badRequest, conflict, notFound, unprocessable } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireDataset, requireProject } from "../lookups";
import { splitOverlaps } from "./overlaps";

const MOST_RESULTS = 500;

export function allDatasets({ studio }: Context, input: { project: string }): Dataset[] {
  requireProject(studio.database, input.project);
  return listDatasets(studio.database, input.project);
}

export const datasetDetail = ({ studio }: Context, input: { project: string; dataset: string }): Dataset =>
  requireDataset(studio.database, input.project, input.dataset);

/**
 * Imports a case file as a data set, or as the newest version of the one with this name. With malformed lines nothing is
 * imported and every problem is named, unless they are to be skipped.
 */
export function importDataset(
  context: Context,
  input: Pick<Dataset, "project" | "name" | "role" | "description" | "synthetic"> & {
    kind?: Dataset["kind"] | undefined;
    /** JSON Lines where absent. */
    format?: ImportReading["format"];
    mapping?: ImportReading["mapping"];
    defaultChecks?: ImportReading["defaultChecks"];
    text: string;
    skipMalformed: boolean;
    /** Id of a new data set; made up where none is given. */
    id?: string;
  },
): { dataset: Dataset; imported: number; defaulted: number; problems: LineProblem[]; overlaps: SplitOverlap[] } {
  const { project, name, role } = input;
  requireProject(context.studio.database, project);
  const { format = "jsonl", mapping, defaultChecks } = input;
  const { cases, shared, problems, defaulted } = readCaseText(input.text, { format, mapping, defaultChecks });
  if (problems.length > 0 && !input.skipMalformed) {
    throw unprocessable(`${problems.length} lines of the case file are malformed. Nothing was imported.`, {
      lines: problems,
      valid: cases.length,
    });
  }
  if (cases.length === 0) throw unprocessable("The case file has no case.", { lines: problems, valid: 0 });
  const kind = input.kind ?? kindByContent(format, cases);
  const hash = hashDataset(cases, shared);
  return context.studio.database.transaction((tx) => {
    const known = findDatasetByName(tx, project, name);
    if (known && known.role !== role) {
      throw badRequest(`role: the data set ${name} is a ${known.role} set; import into another name`);
    }
    if (!known && isNameOfRemoved(tx, project, name)) {
      const how = "Bring it back under Settings, Storage, or import into another name.";
      throw conflict(`A data set ${name} was deleted and still has the name. ${how}`, { current: "deleted" });
    }
    requireOneKind(kind ?? known?.kind ?? "general", cases);
    const at = timestamp();
    const id = known?.id ?? input.id ?? newId("ds");
    putDataset(tx, {
      id,
      project,
      name,
      role,
      kind: kind ?? known?.kind ?? "general",
      description: input.description || (known?.description ?? ""),
      synthetic: input.synthetic,
      version: hash,
      createdAt: known?.createdAt ?? at,
    });
    putDatasetVersion(tx, { dataset: id, hash, shared, items: cases, actor: context.actor, createdAt: at });
    recordAudit(tx, context, {
      action: "dataset-imported",
      project,
      subject: `dataset:${id}`,
      detail: { name, role, version: hash, cases: cases.length, malformed: problems.length },
    });
    const dataset = requireDataset(tx, project, id);
    return { dataset, imported: cases.length, defaulted, problems, overlaps: splitOverlaps(tx, dataset) };
  });
}

/** What kind of set a file makes by itself; undefined where it may be any. */
function kindByContent(format: ImportReading["format"], cases: readonly Case[]): Dataset["kind"] | undefined {
  if (format === "labels" || cases.every((item) => item.judged)) return "judge-labels";
  return format === "ifeval" ? "instruction-following" : undefined;
}

/** A set holds replies with labels throughout, or none, and instructions throughout where it measures them; throws BAD_REQUEST. */
function requireOneKind(kind: Dataset["kind"], cases: readonly Case[]): void {
  if (kind === "instruction-following") requireInstructions(cases);
  const labels = kind === "judge-labels";
  const odd = cases.find(({ judged, checks }) =>
    labels
      ? !judged || !checks.every((check) => check.kind === "human-label")
      : judged || checks.some((check) => check.kind === "human-label"),
  );
  if (!odd) return;
  throw badRequest(
    labels
      ? `kind: every case of a set with human labels has a reply to grade and labels alone; ${odd.id} has not`
      : `kind: ${odd.id} is a reply with human labels; such cases make a set of their own, of kind judge-labels`,
  );
}

/** The four accuracies are read from checks in pairs: `<name>-strict` and `<name>-loose` of one instruction. */
function requireInstructions(cases: readonly Case[]): void {
  const paired = ({ checks }: Case) => {
    const count = (strict: boolean) =>
      checks.filter(
        (check) => check.kind === "ifeval" && check.strict === strict && check.id.endsWith(strict ? "-strict" : "-loose"),
      ).length;
    return count(true) > 0 && count(true) === count(false) && count(true) + count(false) === checks.length;
  };
  const odd = cases.find((item) => !paired(item));
  if (!odd) return;
  throw badRequest(
    `kind: every case of a set of instruction following has its instructions alone as checks, each read strictly and loosely; ${odd.id} has not. Import prompts in the format of IFEval (format ifeval)`,
  );
}

export const previewImport = (input: ImportReading & { text: string; truncated: boolean }): ImportPreview =>
  previewCases(input.text, input);

export function datasetCases(
  { studio }: Context,
  input: {
    project: string;
    dataset: string;
    category?: string | undefined;
    text?: string | undefined;
    offset: number;
    limit: number;
  },
): { total: number; items: CaseListItem[] } {
  const dataset = requireDataset(studio.database, input.project, input.dataset);
  return listCases(studio.database, { ...input, dataset: dataset.id, version: dataset.version });
}

export interface PastResult {
  row: CaseRow;
  version: string;
  versionName: string;
  endpointName: string;
  embedded: boolean;
  at: string;
}

export function caseDetail(
  { studio }: Context,
  input: { project: string; dataset: string; case: string },
): { case: Case; results: PastResult[] } {
  const store = studio.database;
  const dataset = requireDataset(store, input.project, input.dataset);
  const item = findCase(store, dataset.id, dataset.version, input.case);
  if (!item) throw notFound("case", input.case);
  // A vault shows scores by category alone.
  const stored = dataset.role === "vault" ? [] : resultsOfCase(store, dataset.id, item.id, MOST_RESULTS);
  const results = stored.map(({ row, version, versionName, endpoint }) => ({
    row,
    version,
    versionName,
    endpointName: endpoint.name,
    embedded: isStandIn(endpoint),
    at: row.finishedAt,
  }));
  return { case: item, results };
}
