import { eventIterator } from "@orpc/contract";
import { z } from "zod";
import { Id, need, PUBLIC, page, project, reason, route } from "./api-route";
import { Autopilot, AutopilotSettings } from "./autopilot";
import { Case, Dataset, DatasetKind, DatasetRole, LineProblem, SplitOverlap } from "./case";
import { ImportPreview, ImportReading } from "./case-import";
import { ClusterEdit } from "./cluster-edit";
import { StageCredit } from "./credit";
import { Endpoint, EndpointInput, EndpointTest } from "./endpoint";
import { Analyst, Campaign, CampaignChart, DecisionKind, Stage } from "./evolution";
import { Bundle, BundlePath, Diagnostic } from "./harness";
import { Slug, VersionRef } from "./ids";
import { Judge, JudgeInput, RunJudging, VoteDetail } from "./judge";
import { Blame, CampaignGraph } from "./lineage";
import { Look } from "./look";
import { peopleOperations } from "./people-operations";
import { Project, ProjectOverview } from "./project";
import { CalibrationAnswer, JudgeCalibration } from "./release-gate";
import { releaseOperations } from "./release-operations";
import { ResultShow, ResultSort } from "./result-list";
import {
  CaseResultDetail,
  CaseRow,
  Comparison,
  ReplayReport,
  Run,
  RunDetail,
  RunProgress,
  RunsComparison,
  UnscoredKind,
} from "./run";
import { Budget, RunPreview, RunSettings } from "./run-settings";
import { FaqEntry, RespondAnswer, RespondEvent, RespondRequest, ServedDetail, ServedItem } from "./serving";
import { Discovery, ToolDrift, ToolService, ToolServiceInput } from "./tool-service";
import { DraftCheck, Trial } from "./trial";
import { Version, VersionComparison, VersionDetail, VersionListItem } from "./version";

/** Which results of a run are listed, and in which order. `wrong`: Accuracy 0 or Effectiveness below 1. */
const resultFilter = {
  category: z.string().optional(),
  text: z.string().max(200).optional(),
  show: ResultShow.default("all"),
  /** Of the unscored ones those of this kind. */
  kind: UnscoredKind.optional(),
  sort: ResultSort.default("case"),
  direction: z.enum(["ascending", "descending"]).default("ascending"),
};

/**
 * The one contract: REST routes under /api, the OpenAPI document, the browser client and the command line come from it.
 * Every write is made in the name of the actor in the request header `x-studio-actor`.
 */
export const contract = {
  projects: {
    list: route("GET", "/projects", "Projects", "List the projects").output(z.array(Project)),
    create: route("POST", "/projects", "Projects", "Make a project", need("admin"))
      .input(z.object({ id: Slug, name: Project.shape.name, description: Project.shape.description.default("") }))
      .output(Project),
    remove: route(
      "DELETE",
      "/projects/{project}",
      "Projects",
      "Delete a project; it can be brought back until it is purged",
      need("admin"),
    )
      .input(z.object(project))
      .output(z.object({ removed: z.boolean() })),
    overview: route("GET", "/projects/{project}", "Projects", "Production, campaign, recent runs and what to do next")
      .input(z.object(project))
      .output(ProjectOverview),
    faq: route("GET", "/projects/{project}/faq", "Projects", "The project's FAQ, which the faq_search tool reads")
      .input(z.object(project))
      .output(z.object({ entries: z.array(FaqEntry), hash: z.string().nullable() })),
    saveFaq: route("PUT", "/projects/{project}/faq", "Projects", "Replace the project's FAQ")
      .input(z.object({ ...project, entries: z.array(FaqEntry).max(5_000) }))
      .output(z.object({ entries: z.array(FaqEntry), hash: z.string().nullable() })),
  },
  versions: {
    list: route("GET", "/projects/{project}/versions", "Harness", "List the versions, newest first")
      .input(z.object(project))
      .output(z.array(VersionListItem)),
    get: route("GET", "/projects/{project}/versions/{version}", "Harness", "One version: files, problems, use")
      .input(z.object({ ...project, version: VersionRef }))
      .output(VersionDetail),
    bundle: route("GET", "/projects/{project}/versions/{version}/bundle", "Harness", "The files of a version")
      .input(z.object({ ...project, version: VersionRef }))
      .output(z.object({ hash: z.string(), files: Bundle })),
    blame: route(
      "GET",
      "/projects/{project}/versions/{version}/blame",
      "Harness",
      "Where each line of a file comes from: version, entry, cluster and cases",
    )
      .input(z.object({ ...project, version: VersionRef, path: BundlePath }))
      .output(Blame),
    import: route("POST", "/projects/{project}/versions/import", "Harness", "Make a version of a whole bundle")
      .input(
        z.object({
          ...project,
          files: Bundle,
          name: z.string().max(100).optional(),
          message: z.string().max(2_000).default(""),
          parent: VersionRef.optional(),
        }),
      )
      .output(z.object({ version: Version, created: z.boolean(), diagnostics: z.array(Diagnostic) })),
    save: route("POST", "/projects/{project}/versions/{version}/save", "Harness", "Save changes to a version as a new one")
      .input(
        z.object({
          ...project,
          /** The version the changes were made on. */
          version: VersionRef,
          /** Path → new text, or null to delete the file. */
          changes: z.record(BundlePath, z.string().nullable()),
          message: reason,
          name: z.string().max(100).optional(),
          /** Save although another version was saved on the same one meanwhile (a branch); otherwise that is a conflict. */
          branch: z.boolean().default(false),
          /** Save although the bundle has errors. */
          allowErrors: z.boolean().default(false),
          /** Children of the version that the caller has seen; any other child is a conflict. */
          seen: z.array(z.string()).default([]),
        }),
      )
      .output(z.object({ version: Version, created: z.boolean(), diagnostics: z.array(Diagnostic) })),
    check: route("POST", "/harness/check", "Harness", "Problems of a bundle, without saving it")
      .input(z.object({ files: Bundle }))
      .output(z.object({ hash: z.string(), diagnostics: z.array(Diagnostic) })),
    compare: route("GET", "/projects/{project}/versions/compare", "Harness", "Compare two versions file by file")
      .input(z.object({ ...project, base: VersionRef, head: VersionRef }))
      .output(VersionComparison),
    drift: route("POST", "/projects/{project}/versions/{version}/drift", "Harness", "MCP tools against their servers")
      .input(z.object({ ...project, version: VersionRef }))
      .output(z.array(ToolDrift)),
  },
  datasets: {
    list: route("GET", "/projects/{project}/datasets", "Cases", "List the data sets")
      .input(z.object(project))
      .output(z.array(Dataset)),
    import: route(
      "POST",
      "/projects/{project}/datasets/import",
      "Cases",
      "Import a case file (JSON Lines, a CSV table or chat logs) as a data set or its new version",
    )
      .input(
        z.object({
          ...project,
          ...ImportReading.shape,
          name: z.string().min(1).max(100),
          role: DatasetRole,
          /** That of the set of this name, or else general, where none is given. */
          kind: DatasetKind.optional(),
          description: z.string().max(1_000).default(""),
          synthetic: z.boolean().default(false),
          text: z.string().max(200_000_000),
          /** Import the lines that are well formed although others are not. */
          skipMalformed: z.boolean().default(false),
        }),
      )
      .output(
        z.object({
          dataset: Dataset,
          imported: z.int(),
          /** Cases that came without a check and were given the default ones. */
          defaulted: z.int(),
          problems: z.array(LineProblem),
          overlaps: z.array(SplitOverlap),
        }),
      ),
    preview: route("POST", "/datasets/preview", "Cases", "What an import would make of the beginning of a case file")
      .input(
        ImportReading.extend({
          text: z.string().max(2_000_000),
          /** The text is a beginning: whatever its last line holds does not count. */
          truncated: z.boolean().default(false),
        }),
      )
      .output(ImportPreview),
    get: route("GET", "/projects/{project}/datasets/{dataset}", "Cases", "One data set")
      .input(z.object({ ...project, dataset: Id }))
      .output(Dataset),
    remove: route(
      "DELETE",
      "/projects/{project}/datasets/{dataset}",
      "Cases",
      "Delete a data set that no release, campaign or gate rests on; it can be brought back until it is purged",
    )
      .input(z.object({ ...project, dataset: Id }))
      .output(z.object({ removed: z.boolean() })),
    looks: route(
      "GET",
      "/projects/{project}/datasets/{dataset}/looks",
      "Cases",
      "Who looked at a gate or vault set, newest first",
    )
      .input(z.object({ ...project, dataset: Id }))
      .output(z.array(Look)),
    overlaps: route(
      "GET",
      "/projects/{project}/datasets/{dataset}/overlaps",
      "Cases",
      "Sets of other roles that ask some of the same",
    )
      .input(z.object({ ...project, dataset: Id }))
      .output(z.array(SplitOverlap)),
    cases: route("GET", "/projects/{project}/datasets/{dataset}/cases", "Cases", "A page of cases, by category and text")
      .input(
        z.object({ ...project, dataset: Id, category: z.string().optional(), text: z.string().max(200).optional(), ...page }),
      )
      .output(
        z.object({
          total: z.int(),
          items: z.array(
            z.object({
              id: z.string(),
              category: z.string(),
              priority: z.string(),
              language: z.string(),
              comment: z.string(),
              channel: z.string(),
              checks: z.int(),
            }),
          ),
        }),
      ),
    case: route("GET", "/projects/{project}/datasets/{dataset}/cases/{case}", "Cases", "One case with every past result")
      .input(z.object({ ...project, dataset: Id, case: Id }))
      .output(
        z.object({
          case: Case,
          results: z.array(
            z.object({
              row: CaseRow,
              version: z.string(),
              versionName: z.string(),
              endpointName: z.string(),
              embedded: z.boolean(),
              at: z.string(),
            }),
          ),
        }),
      ),
  },
  endpoints: {
    list: route("GET", "/endpoints", "Settings", "List the endpoints").output(
      z.array(Endpoint.extend({ keyPresent: z.boolean() })),
    ),
    save: route("PUT", "/endpoints/{id}", "Settings", "Make or change an endpoint", need("admin"))
      .input(EndpointInput)
      .output(Endpoint),
    remove: route("DELETE", "/endpoints/{id}", "Settings", "Remove an endpoint that no run uses", need("admin"))
      .input(z.object({ id: Slug }))
      .output(z.object({ removed: z.boolean() })),
    test: route(
      "POST",
      "/endpoints/test",
      "Settings",
      "Try an endpoint: name, connection, key, model, reply, tool call, usage",
      need("admin"),
    )
      .input(
        EndpointInput.omit({ id: true, name: true }).extend({
          embedded: z.boolean().default(false),
          baseUrl: Endpoint.shape.baseUrl,
        }),
      )
      .output(EndpointTest),
  },
  toolServices: {
    list: route("GET", "/tool-services", "Settings", "List the services that tools may reach").output(
      z.array(z.intersection(ToolService, z.object({ keyPresent: z.boolean() }))),
    ),
    save: route("PUT", "/tool-services/{id}", "Settings", "Make or change a tool service", need("admin"))
      .input(ToolServiceInput)
      .output(ToolService),
    remove: route("DELETE", "/tool-services/{id}", "Settings", "Remove a tool service", need("admin"))
      .input(z.object({ id: Slug }))
      .output(z.object({ removed: z.boolean() })),
    discover: route("POST", "/tool-services/{id}/discover", "Settings", "Ask an MCP server what tools it has", need("admin"))
      .input(z.object({ id: Slug }))
      .output(Discovery),
  },
  runs: {
    list: route("GET", "/projects/{project}/runs", "Runs", "List the runs, newest first")
      .input(z.object({ ...project, version: VersionRef.optional(), ...page }))
      .output(z.object({ total: z.int(), items: z.array(Run) })),
    start: route("POST", "/projects/{project}/runs", "Runs", "Start a run")
      .input(
        z.object({
          ...project,
          version: VersionRef,
          endpoint: Slug,
          dataset: Id,
          settings: RunSettings.default(() => RunSettings.parse({})),
          /** Id of the project's judge; without one the cases' checks alone score. */
          judge: Slug.optional(),
          /** Why a gate or vault set is looked at; a vault demands it. */
          reason: z.string().trim().max(2_000).optional(),
        }),
      )
      .output(Run),
    preview: route("POST", "/projects/{project}/runs/preview", "Runs", "What a run will take, from what was measured before")
      .input(
        z.object({
          ...project,
          version: VersionRef,
          endpoint: Slug,
          dataset: Id,
          settings: RunSettings.default(() => RunSettings.parse({})),
          judge: Slug.optional(),
        }),
      )
      .output(RunPreview),
    again: route(
      "POST",
      "/projects/{project}/runs/{run}/again",
      "Runs",
      "Run the cases of an ended run again that are unscored and, where asked for, those that failed",
    )
      .input(z.object({ ...project, run: Id, failed: z.boolean().default(false), budget: Budget.optional() }))
      .output(Run),
    get: route("GET", "/projects/{project}/runs/{run}", "Runs", "One run and its metrics")
      .input(z.object({ ...project, run: Id }))
      .output(RunDetail),
    remove: route(
      "DELETE",
      "/projects/{project}/runs/{run}",
      "Runs",
      "Delete an ended run that no release or stage rests on; it can be brought back until it is purged",
    )
      .input(z.object({ ...project, run: Id }))
      .output(z.object({ removed: z.boolean() })),
    results: route("GET", "/projects/{project}/runs/{run}/results", "Runs", "A page of case results")
      .input(
        z.object({
          ...project,
          run: Id,
          ...resultFilter,
          ...page,
        }),
      )
      .output(z.object({ total: z.int(), items: z.array(CaseRow) })),
    place: route(
      "GET",
      "/projects/{project}/runs/{run}/results/{case}/place",
      "Runs",
      "Where a case result stands in a filtered list",
    )
      .input(
        z.object({
          ...project,
          run: Id,
          case: Id,
          repeat: z.coerce.number<number | undefined>().int().min(0).default(0),
          ...resultFilter,
        }),
      )
      .output(z.object({ at: z.int().nullable(), total: z.int() })),
    result: route("GET", "/projects/{project}/runs/{run}/results/{case}", "Runs", "One case result with its trajectory")
      .input(z.object({ ...project, run: Id, case: Id, repeat: z.coerce.number<number | undefined>().int().min(0).default(0) }))
      .output(CaseResultDetail),
    replay: route(
      "POST",
      "/projects/{project}/runs/{run}/results/{case}/replay",
      "Runs",
      "Run a stored trajectory again on its recorded model and tool outputs, and compare byte by byte",
    )
      .input(z.object({ ...project, run: Id, case: Id, repeat: z.int().min(0).default(0) }))
      .output(ReplayReport),
    trajectories: route(
      "GET",
      "/projects/{project}/cases/{case}/trajectories",
      "Runs",
      "Every stored trajectory of one case, newest first, to set two side by side",
    )
      .input(z.object({ ...project, case: Id }))
      .output(
        z.array(
          z.object({
            run: z.string(),
            repeat: z.int(),
            version: z.string(),
            versionName: z.string(),
            endpointName: z.string(),
            embedded: z.boolean(),
            at: z.string(),
          }),
        ),
      ),
    vote: route(
      "GET",
      "/projects/{project}/runs/{run}/results/{case}/votes/{voter}",
      "Runs",
      "One vote of the judge with the voter's trajectory",
    )
      .input(
        z.object({
          ...project,
          run: Id,
          case: Id,
          voter: z.coerce.number<number | undefined>().int().min(0),
          repeat: z.coerce.number<number | undefined>().int().min(0).default(0),
        }),
      )
      .output(VoteDetail),
    judging: route("GET", "/projects/{project}/runs/{run}/judging", "Runs", "What judging the run came to and cost, by voter")
      .input(z.object({ ...project, run: Id }))
      .output(RunJudging),
    rejudge: route(
      "POST",
      "/projects/{project}/runs/{run}/rejudge",
      "Runs",
      "Judge a run's stored replies with a judge as it is now, as a run of its own; calls no policy",
    )
      .input(
        z.object({
          ...project,
          run: Id,
          judge: Slug,
          concurrency: RunSettings.shape.concurrency,
          /** Why a vault is looked at again. */
          reason: z.string().max(2_000).optional(),
        }),
      )
      .output(Run),
    pause: route("POST", "/projects/{project}/runs/{run}/pause", "Runs", "Pause a run; cases in flight finish")
      .input(z.object({ ...project, run: Id }))
      .output(Run),
    resume: route("POST", "/projects/{project}/runs/{run}/resume", "Runs", "Resume a paused run")
      .input(z.object({ ...project, run: Id }))
      .output(Run),
    cancel: route("POST", "/projects/{project}/runs/{run}/cancel", "Runs", "Cancel a run; finished cases are kept")
      .input(z.object({ ...project, run: Id }))
      .output(Run),
    progress: route("GET", "/projects/{project}/runs/{run}/progress", "Runs", "Live progress as server-sent events")
      .input(z.object({ ...project, run: Id }))
      .output(eventIterator(RunProgress)),
    compare: route("GET", "/projects/{project}/runs/compare", "Runs", "Compare two runs case by case")
      .input(
        z.object({
          ...project,
          base: Id,
          head: Id,
          /** How much worse, on the score scale, head may be and still count as non-inferior. */
          margin: z.coerce.number<number | undefined>().min(0).max(1).default(0.02),
        }),
      )
      .output(Comparison),
    compareMany: route("GET", "/projects/{project}/runs/compare-many", "Runs", "Compare up to 19 runs with one")
      .input(
        z.object({
          ...project,
          base: Id,
          /** Given once for each run. */
          heads: z.union([z.array(Id), Id.transform((id) => [id])]).pipe(z.array(Id).min(1).max(19)),
        }),
      )
      .output(RunsComparison),
    noise: route(
      "POST",
      "/projects/{project}/runs/{run}/noise",
      "Runs",
      "Measure the noise floor: run the same again with another seed",
    )
      .input(
        z.object({
          ...project,
          run: Id,
          /** Why a gate or vault set is looked at again. */
          reason: z.string().trim().max(2_000).optional(),
        }),
      )
      .output(Run),
  },
  judges: {
    list: route("GET", "/projects/{project}/judges", "Judges", "List the judges as they are now")
      .input(z.object(project))
      .output(z.array(Judge)),
    save: route(
      "PUT",
      "/projects/{project}/judges/{id}",
      "Judges",
      "Make or change a judge; runs keep the version of it that they were made with",
    )
      .input(JudgeInput.extend(project))
      .output(Judge),
    calibrations: route(
      "GET",
      "/projects/{project}/judges/calibrations",
      "Judges",
      "How judges agree with people's labels, newest first",
    )
      .input(z.object(project))
      .output(z.array(JudgeCalibration)),
    calibrate: route(
      "POST",
      "/projects/{project}/judges/{judge}/calibrate",
      "Judges",
      "Measure a judge against a set of human labels; starts the runs that it lacks",
    )
      .input(z.object({ ...project, judge: Slug, dataset: Id, reason: z.string().trim().max(2_000).optional() }))
      .output(CalibrationAnswer),
  },
  campaigns: {
    list: route("GET", "/projects/{project}/campaigns", "Evolve", "List the campaigns")
      .input(z.object(project))
      .output(z.array(Campaign)),
    create: route(
      "POST",
      "/projects/{project}/campaigns",
      "Evolve",
      "Make a campaign: one endpoint and one dev set, and a first version",
    )
      .input(
        z.object({
          ...project,
          name: z.string().min(1).max(100),
          /** A judge campaign evolves a harness of kind judge on a dev set of kind judge-labels. */
          kind: Campaign.shape.kind.default("agent"),
          endpoint: Slug,
          dataset: Id,
          heldOutDataset: Id.optional(),
          version: VersionRef,
          seed: RunSettings.shape.seed,
        }),
      )
      .output(Campaign),
    get: route("GET", "/projects/{project}/campaigns/{campaign}", "Evolve", "One campaign")
      .input(z.object({ ...project, campaign: Id }))
      .output(Campaign),
    chart: route(
      "GET",
      "/projects/{project}/campaigns/{campaign}/chart",
      "Evolve",
      "Scores, categories and stop advice over the stages",
    )
      .input(z.object({ ...project, campaign: Id }))
      .output(CampaignChart),
    graph: route(
      "GET",
      "/projects/{project}/campaigns/{campaign}/graph",
      "Evolve",
      "The stages as a graph, with what each changed",
    )
      .input(z.object({ ...project, campaign: Id }))
      .output(CampaignGraph),
    select: route("POST", "/projects/{project}/campaigns/{campaign}/select", "Evolve", "Mark a stage as the selected checkpoint")
      .input(z.object({ ...project, campaign: Id, stage: Id, reason }))
      .output(Campaign),
    noise: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/noise",
      "Evolve",
      "Measure the noise floor: run the selected stage's version again with another seed",
    )
      .input(z.object({ ...project, campaign: Id }))
      .output(Run),
  },
  autopilots: {
    list: route("GET", "/projects/{project}/campaigns/{campaign}/autopilots", "Evolve", "The nights of a campaign, newest first")
      .input(z.object({ ...project, campaign: Id }))
      .output(z.array(Autopilot)),
    start: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/autopilots",
      "Evolve",
      "Let the loop run on branches within a budget; it never promotes",
    )
      .input(z.object({ ...project, campaign: Id, settings: AutopilotSettings }))
      .output(Autopilot),
    get: route("GET", "/projects/{project}/campaigns/{campaign}/autopilots/{autopilot}", "Evolve", "One night with its branches")
      .input(z.object({ ...project, campaign: Id, autopilot: Id }))
      .output(Autopilot),
    stop: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/autopilots/{autopilot}/stop",
      "Evolve",
      "Stop a night; what it made stays",
    )
      .input(z.object({ ...project, campaign: Id, autopilot: Id }))
      .output(Autopilot),
  },
  stages: {
    create: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages",
      "Evolve",
      "Begin another stage from an evaluated one",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          parent: Id,
          name: z.string().max(100).optional(),
          /** A version that is already there: the stage goes straight to Evaluate. */
          version: VersionRef.optional(),
        }),
      )
      .output(Stage),
    get: route(
      "GET",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}",
      "Evolve",
      "One stage with its diagnosis and entries",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id }))
      .output(Stage),
    diagnose: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/diagnose",
      "Evolve",
      "Cluster the failures and propose edits",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          analyst: Analyst,
          maxEntries: z.int().min(1).max(20).default(3),
          /** Limits of the model's part and of the replays of its edits; reached in the model's part, the diagnosis stops and says so. */
          budget: Budget.default(() => Budget.parse({})),
        }),
      )
      .output(Stage),
    stopDiagnosis: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/diagnose/stop",
      "Evolve",
      "Stop a diagnosis that is under way; an earlier one stays",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id }))
      .output(Stage),
    events: route(
      "GET",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/events",
      "Evolve",
      "The stage as server-sent events, whenever something about it changes",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id }))
      .output(eventIterator(Stage)),
    editClusters: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/clusters",
      "Evolve",
      "Rename, merge or split clusters, or move cases; the next diagnosis keeps it",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, revision: z.int(), edit: ClusterEdit }))
      .output(Stage),
    propose: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/propose",
      "Evolve",
      "Propose one more entry, for this cluster",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, cluster: Id }))
      .output(Stage),
    retryEntry: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/entries/{entry}/retry",
      "Evolve",
      "Ask the analyst for another attempt at an entry",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, entry: Id, revision: z.int(), comment: reason }))
      .output(Stage),
    checkDraft: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/entries/{entry}/check",
      "Evolve",
      "What is wrong with an edit as it stands; stores nothing",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          entry: Id,
          files: z.record(BundlePath, z.string().nullable()),
          /** A failing case on which prompt and Hooks are tried; by default the first that the entry should fix. */
          case: Id.optional(),
        }),
      )
      .output(DraftCheck),
    tryEntry: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/entries/{entry}/try",
      "Evolve",
      "Replay a handful of failing and at-risk cases with the entry applied",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          entry: Id,
          /** Cases it should fix and cases at risk, each at most. */
          fails: z.int().min(0).max(20).default(4),
          atRisk: z.int().min(0).max(20).default(4),
          /** An unsaved right side to try in place of the entry's. */
          files: z.record(BundlePath, z.string().nullable()).optional(),
        }),
      )
      .output(Trial),
    stopTrial: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/trials/{trial}/stop",
      "Evolve",
      "Stop a trial; the cases it has are kept",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, trial: Id }))
      .output(Trial),
    credit: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/credit",
      "Evolve",
      "Give each entry its fixed and broken cases by leave-one-out reruns",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, budget: Budget.default(() => Budget.parse({})) }))
      .output(StageCredit),
    stopCredit: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/credit/stop",
      "Evolve",
      "Stop the reruns; the credit so far is kept",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id }))
      .output(StageCredit),
    without: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/without",
      "Evolve",
      "Make a version without these entries, as a stage beside this one",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, entries: z.array(Id).min(1).max(20), reason }))
      .output(Stage),
    decideEntry: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/entries/{entry}",
      "Evolve",
      "Accept, edit, reject or reopen an entry",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          entry: Id,
          revision: z.int(),
          action: z.enum(["accept", "edit", "reject", "reopen"]),
          /** For reject. */
          reason: z.string().trim().max(2_000).optional(),
          /** For edit: path → the text the person wrote on the right side, null to delete the file. */
          files: z.record(BundlePath, z.string().nullable()).optional(),
        }),
      )
      .output(Stage),
    apply: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/apply",
      "Evolve",
      "Make a version of the accepted entries",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id, message: z.string().max(2_000).default("") }))
      .output(Stage),
    evaluate: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/evaluate",
      "Evolve",
      "Run the stage's version on the dev set (or the held-out set)",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          on: z.enum(["dev", "held-out"]).default("dev"),
          concurrency: RunSettings.shape.concurrency,
          maxConcurrency: RunSettings.shape.maxConcurrency,
          budget: Budget.default(() => Budget.parse({})),
          /**
           * Ends the run as soon as it is certain that the metric cannot gain this many cases net (fails of the base first, then
           * the touch-set): the stage is then rejected. Null runs every case. Dev set only.
           */
          curtail: z
            .object({ needed: z.int().min(1).max(10_000), metric: z.enum(["accuracy", "avg"]).default("accuracy") })
            .nullable()
            .default(null),
        }),
      )
      .output(Run),
    comparison: route(
      "GET",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/comparison",
      "Evolve",
      "The stage's run paired with the run before it",
    )
      .input(z.object({ ...project, campaign: Id, stage: Id }))
      .output(Comparison),
    decide: route(
      "POST",
      "/projects/{project}/campaigns/{campaign}/stages/{stage}/decide",
      "Evolve",
      "Promote, roll back, go on or stop",
    )
      .input(
        z.object({
          ...project,
          campaign: Id,
          stage: Id,
          kind: DecisionKind,
          reason,
          /** For promote: why gates that fail are overridden. */
          override: z.string().trim().min(1).max(2_000).nullable().default(null),
          /** For promote: the release that the caller saw in production, null for none. */
          expectedRelease: Id.nullable().optional(),
          /** For promote: the broken P0 cases, each by its id; without all of them a promotion is refused. */
          acceptedP0: z.array(Id).max(1_000).default([]),
        }),
      )
      .output(Stage),
  },
  ...releaseOperations,
  serving: {
    respond: route("POST", "/respond", "Serving", "Answer one request by the promoted release", need("developer", "serve"))
      .input(RespondRequest)
      .output(RespondAnswer),
    stream: route("POST", "/respond/stream", "Serving", "The same as server-sent events", need("developer", "serve"))
      .input(RespondRequest)
      .output(eventIterator(RespondEvent)),
    list: route("GET", "/projects/{project}/served", "Serving", "Served requests, newest first")
      .input(
        z.object({
          ...project,
          show: z.enum(["all", "incidents", "suppressed", "recovered"]).default("all"),
          version: VersionRef.optional(),
          ...page,
        }),
      )
      .output(z.object({ total: z.int(), items: z.array(ServedItem) })),
    get: route("GET", "/projects/{project}/served/{trajectory}", "Serving", "One served request with its trajectory")
      .input(z.object({ ...project, trajectory: Id }))
      .output(ServedDetail),
  },
  ...peopleOperations,
  system: {
    health: route("GET", "/health", "Settings", "Whether the studio is up, and its version", PUBLIC).output(
      z.object({ ok: z.literal(true), version: z.string(), schema: z.int(), dataFolder: z.string() }),
    ),
  },
};
export type Contract = typeof contract;

/** Header that carries the name in which a write is made; percent-encoded UTF-8. */
export const ACTOR_HEADER = "x-studio-actor";
