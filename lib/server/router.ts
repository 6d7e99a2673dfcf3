import "server-only";
import { implement } from "@orpc/server";
import { contract } from "@/lib/contracts/api";
import packageJson from "@/package.json";
import { accessOf, authorise, projectAsked } from "./access/authorise";
import type { ApiContext } from "./context";
import { toPublicError } from "./error-mapper";
import { refuseRemovedProject } from "./lookups";
import { auditPage, verifyAudit } from "./use-cases/audit";
import { allAutopilots, autopilotDetail, startAutopilot, stopAutopilot } from "./use-cases/autopilots";
import { fileBlame } from "./use-cases/blame";
import { allCalibrations, calibrateJudge } from "./use-cases/calibrations";
import { allCampaigns, campaignDetail, createCampaign, measureNoise, selectStage } from "./use-cases/campaigns";
import { campaignChart } from "./use-cases/chart";
import { editClusters } from "./use-cases/clusters";
import { compareManyRuns, compareTwoRuns } from "./use-cases/comparisons";
import { creditStage, stopCredit } from "./use-cases/credit";
import { allDatasets, caseDetail, datasetCases, datasetDetail, importDataset, previewImport } from "./use-cases/datasets";
import { decideStage } from "./use-cases/decide-stage";
import { diagnoseStage, stopDiagnosis } from "./use-cases/diagnose";
import { checkDraft } from "./use-cases/draft-check";
import { testEndpoint } from "./use-cases/endpoint-test";
import { allEndpoints, removeEndpoint, saveEndpoint } from "./use-cases/endpoints";
import { applyStage, decideEntry } from "./use-cases/entries";
import { projectFaq, saveFaq } from "./use-cases/faq";
import { allGateSettings, gateReport, measureGate, saveGateSettings } from "./use-cases/gates";
import { campaignGraph } from "./use-cases/graph";
import { allJudges, saveJudge } from "./use-cases/judges";
import { datasetLooks } from "./use-cases/looks";
import { measureRunNoise } from "./use-cases/noise";
import { datasetOverlaps } from "./use-cases/overlaps";
import { projectOverview } from "./use-cases/overview";
import { acceptInvitation, allPeople, changePerson, invitePerson, reinvitePerson } from "./use-cases/people";
import { previewRun } from "./use-cases/preview";
import { allProjects, createProject } from "./use-cases/projects";
import { allPromotionRequests, decidePromotionRequest, requestPromotion } from "./use-cases/promotion-requests";
import { proposeEntry, retryEntry } from "./use-cases/proposals";
import { pullRelease, watchReleases } from "./use-cases/pull";
import { rejudgeRun, runJudging, voteDetail } from "./use-cases/rejudge";
import { allReleases, promote, releaseDetail, rollBack } from "./use-cases/releases";
import { removeDataset, removeProject, removeRun } from "./use-cases/removal";
import { replayResult } from "./use-cases/replay";
import { respond, respondStream, servedDetail, servedRequests } from "./use-cases/respond";
import { runAgain } from "./use-cases/run-again";
import {
  allRuns,
  caseResult,
  caseTrajectories,
  resultPlace,
  runDetail,
  runProgress,
  runResults,
  startRun,
  steerRun,
} from "./use-cases/runs";
import { currentSession } from "./use-cases/session";
import { stageEvents } from "./use-cases/stage-events";
import { createStage, evaluateStage, stageComparison, stageDetail } from "./use-cases/stages";
import { removedItems, restoreRemoved, storageState } from "./use-cases/storage";
import { allTokens, createToken, revokeToken } from "./use-cases/tokens";
import { allToolServices, discoverTools, removeToolService, saveToolService, toolDrift } from "./use-cases/tool-services";
import {
  allExperiments,
  assignUser,
  endExperiment,
  experimentDetail,
  importOutcomes,
  startExperiment,
} from "./use-cases/traffic";
import { stopTrial, tryEntry } from "./use-cases/trials";
import {
  allVersions,
  checkBundle,
  compareVersions,
  importVersion,
  saveVersion,
  versionBundle,
  versionDetail,
} from "./use-cases/versions";
import { allWebhooks, redeliver, removeWebhook, saveWebhook, testWebhook, webhookDeliveries } from "./use-cases/webhooks";
import { stageWithout } from "./use-cases/without";

const api = implement(contract)
  .$context<ApiContext>()
  .use(async ({ context, next, path, procedure }, input: unknown) => {
    try {
      const { meta, route } = procedure["~orpc"];
      const name = path.join(".");
      const project = projectAsked(context.studio, { name, path: route.path ?? "" }, input);
      authorise(context.principal, accessOf(name, meta.access, project), project);
      // The log goes on telling of a project that was deleted; nothing else does.
      if (project !== null && name !== "audit.list") refuseRemovedProject(context.studio.database, project);
      return await next();
    } catch (error) {
      throw toPublicError(context.studio.storage.explain(error), context.studio.report);
    }
  });

/** The contract, carried out. Its context is the studio and the name in which to write. */
export const router = api.router({
  projects: {
    list: api.projects.list.handler(({ context }) => allProjects(context)),
    create: api.projects.create.handler(({ context, input }) => createProject(context, input)),
    faq: api.projects.faq.handler(({ context, input }) => projectFaq(context, input)),
    saveFaq: api.projects.saveFaq.handler(({ context, input }) => saveFaq(context, input)),
    remove: api.projects.remove.handler(({ context, input }) => removeProject(context, input)),
    overview: api.projects.overview.handler(({ context, input }) => projectOverview(context, input)),
  },
  versions: {
    list: api.versions.list.handler(({ context, input }) => allVersions(context, input)),
    get: api.versions.get.handler(({ context, input }) => versionDetail(context, input)),
    bundle: api.versions.bundle.handler(({ context, input }) => versionBundle(context, input)),
    blame: api.versions.blame.handler(({ context, input }) => fileBlame(context, input)),
    import: api.versions.import.handler(({ context, input }) => importVersion(context, input)),
    save: api.versions.save.handler(({ context, input }) => saveVersion(context, input)),
    check: api.versions.check.handler(({ context, input }) => checkBundle(context, input)),
    compare: api.versions.compare.handler(({ context, input }) => compareVersions(context, input)),
    drift: api.versions.drift.handler(({ context, input }) => toolDrift(context, input)),
  },
  datasets: {
    list: api.datasets.list.handler(({ context, input }) => allDatasets(context, input)),
    import: api.datasets.import.handler(({ context, input }) => importDataset(context, input)),
    remove: api.datasets.remove.handler(({ context, input }) => removeDataset(context, input)),
    preview: api.datasets.preview.handler(({ input }) => previewImport(input)),
    looks: api.datasets.looks.handler(({ context, input }) => datasetLooks(context, input)),
    overlaps: api.datasets.overlaps.handler(({ context, input }) => datasetOverlaps(context, input)),
    get: api.datasets.get.handler(({ context, input }) => datasetDetail(context, input)),
    cases: api.datasets.cases.handler(({ context, input }) => datasetCases(context, input)),
    case: api.datasets.case.handler(({ context, input }) => caseDetail(context, input)),
  },
  endpoints: {
    list: api.endpoints.list.handler(({ context }) => allEndpoints(context)),
    save: api.endpoints.save.handler(({ context, input }) => saveEndpoint(context, input)),
    remove: api.endpoints.remove.handler(({ context, input }) => removeEndpoint(context, input)),
    test: api.endpoints.test.handler(({ input }) => testEndpoint(input)),
  },
  toolServices: {
    list: api.toolServices.list.handler(({ context }) => allToolServices(context)),
    save: api.toolServices.save.handler(({ context, input }) => saveToolService(context, input)),
    remove: api.toolServices.remove.handler(({ context, input }) => removeToolService(context, input)),
    discover: api.toolServices.discover.handler(({ context, input }) => discoverTools(context, input)),
  },
  runs: {
    list: api.runs.list.handler(({ context, input }) => allRuns(context, input)),
    start: api.runs.start.handler(({ context, input }) => startRun(context, input)),
    preview: api.runs.preview.handler(({ context, input }) => previewRun(context, input)),
    again: api.runs.again.handler(({ context, input }) => runAgain(context, input)),
    get: api.runs.get.handler(({ context, input }) => runDetail(context, input)),
    remove: api.runs.remove.handler(({ context, input }) => removeRun(context, input)),
    results: api.runs.results.handler(({ context, input }) => runResults(context, input)),
    place: api.runs.place.handler(({ context, input }) => resultPlace(context, input)),
    result: api.runs.result.handler(({ context, input }) => caseResult(context, input)),
    trajectories: api.runs.trajectories.handler(({ context, input }) => caseTrajectories(context, input)),
    replay: api.runs.replay.handler(({ context, input }) => replayResult(context, input)),
    vote: api.runs.vote.handler(({ context, input }) => voteDetail(context, input)),
    judging: api.runs.judging.handler(({ context, input }) => runJudging(context, input)),
    rejudge: api.runs.rejudge.handler(({ context, input }) => rejudgeRun(context, input)),
    pause: api.runs.pause.handler(({ context, input }) => steerRun(context, input, "pause")),
    resume: api.runs.resume.handler(({ context, input }) => steerRun(context, input, "resume")),
    cancel: api.runs.cancel.handler(({ context, input }) => steerRun(context, input, "cancel")),
    progress: api.runs.progress.handler(({ context, input, signal }) => runProgress(context, input, signal)),
    compare: api.runs.compare.handler(({ context, input }) => compareTwoRuns(context, input)),
    compareMany: api.runs.compareMany.handler(({ context, input }) => compareManyRuns(context, input)),
    noise: api.runs.noise.handler(({ context, input }) => measureRunNoise(context, input)),
  },
  judges: {
    list: api.judges.list.handler(({ context, input }) => allJudges(context, input)),
    save: api.judges.save.handler(({ context, input }) => saveJudge(context, input)),
    calibrations: api.judges.calibrations.handler(({ context, input }) => allCalibrations(context, input)),
    calibrate: api.judges.calibrate.handler(({ context, input }) => calibrateJudge(context, input)),
  },
  campaigns: {
    list: api.campaigns.list.handler(({ context, input }) => allCampaigns(context, input)),
    create: api.campaigns.create.handler(({ context, input }) => createCampaign(context, input)),
    get: api.campaigns.get.handler(({ context, input }) => campaignDetail(context, input)),
    chart: api.campaigns.chart.handler(({ context, input }) => campaignChart(context, input)),
    graph: api.campaigns.graph.handler(({ context, input }) => campaignGraph(context, input)),
    select: api.campaigns.select.handler(({ context, input }) => selectStage(context, input)),
    noise: api.campaigns.noise.handler(({ context, input }) => measureNoise(context, input)),
  },
  autopilots: {
    list: api.autopilots.list.handler(({ context, input }) => allAutopilots(context, input)),
    start: api.autopilots.start.handler(({ context, input }) => startAutopilot(context, input)),
    get: api.autopilots.get.handler(({ context, input }) => autopilotDetail(context, input)),
    stop: api.autopilots.stop.handler(({ context, input }) => stopAutopilot(context, input)),
  },
  stages: {
    create: api.stages.create.handler(({ context, input }) => createStage(context, input)),
    get: api.stages.get.handler(({ context, input }) => stageDetail(context, input)),
    diagnose: api.stages.diagnose.handler(({ context, input }) => diagnoseStage(context, input)),
    stopDiagnosis: api.stages.stopDiagnosis.handler(({ context, input }) => stopDiagnosis(context, input)),
    events: api.stages.events.handler(({ context, input, signal }) => stageEvents(context, input, signal)),
    editClusters: api.stages.editClusters.handler(({ context, input }) => editClusters(context, input)),
    propose: api.stages.propose.handler(({ context, input }) => proposeEntry(context, input)),
    retryEntry: api.stages.retryEntry.handler(({ context, input }) => retryEntry(context, input)),
    checkDraft: api.stages.checkDraft.handler(({ context, input }) => checkDraft(context, input)),
    tryEntry: api.stages.tryEntry.handler(({ context, input }) => tryEntry(context, input)),
    stopTrial: api.stages.stopTrial.handler(({ context, input }) => stopTrial(context, input)),
    credit: api.stages.credit.handler(({ context, input }) => creditStage(context, input)),
    stopCredit: api.stages.stopCredit.handler(({ context, input }) => stopCredit(context, input)),
    without: api.stages.without.handler(({ context, input }) => stageWithout(context, input)),
    decideEntry: api.stages.decideEntry.handler(({ context, input }) => decideEntry(context, input)),
    apply: api.stages.apply.handler(({ context, input }) => applyStage(context, input)),
    evaluate: api.stages.evaluate.handler(({ context, input }) => evaluateStage(context, input)),
    comparison: api.stages.comparison.handler(({ context, input }) => stageComparison(context, input)),
    decide: api.stages.decide.handler(({ context, input }) => decideStage(context, input)),
  },
  releases: {
    list: api.releases.list.handler(({ context, input }) => allReleases(context, input)),
    promote: api.releases.promote.handler(({ context, input }) => promote(context, input)),
    rollback: api.releases.rollback.handler(({ context, input }) => rollBack(context, input)),
    get: api.releases.get.handler(({ context, input }) => releaseDetail(context, input)),
    requests: api.releases.requests.handler(({ context, input }) => allPromotionRequests(context, input)),
    request: api.releases.request.handler(({ context, input }) => requestPromotion(context, input)),
    decideRequest: api.releases.decideRequest.handler(({ context, input }) => decidePromotionRequest(context, input)),
    pull: api.releases.pull.handler(({ context, input, signal }) => pullRelease(context, input, signal)),
    watch: api.releases.watch.handler(({ context, input, signal }) => watchReleases(context, input, signal)),
  },
  gates: {
    report: api.gates.report.handler(({ context, input }) => gateReport(context, input)),
    measure: api.gates.measure.handler(({ context, input }) => measureGate(context, input)),
    settings: api.gates.settings.handler(({ context, input }) => allGateSettings(context, input)),
    saveSettings: api.gates.saveSettings.handler(({ context, input }) => saveGateSettings(context, input)),
  },
  traffic: {
    list: api.traffic.list.handler(({ context, input }) => allExperiments(context, input)),
    start: api.traffic.start.handler(({ context, input }) => startExperiment(context, input)),
    end: api.traffic.end.handler(({ context, input }) => endExperiment(context, input)),
    get: api.traffic.get.handler(({ context, input }) => experimentDetail(context, input)),
    assign: api.traffic.assign.handler(({ context, input }) => assignUser(context, input)),
    importOutcomes: api.traffic.importOutcomes.handler(({ context, input }) => importOutcomes(context, input)),
  },
  webhooks: {
    list: api.webhooks.list.handler(({ context, input }) => allWebhooks(context, input)),
    save: api.webhooks.save.handler(({ context, input }) => saveWebhook(context, input)),
    remove: api.webhooks.remove.handler(({ context, input }) => removeWebhook(context, input)),
    test: api.webhooks.test.handler(({ context, input }) => testWebhook(context, input)),
    deliveries: api.webhooks.deliveries.handler(({ context, input }) => webhookDeliveries(context, input)),
    redeliver: api.webhooks.redeliver.handler(({ context, input }) => redeliver(context, input)),
  },
  serving: {
    respond: api.serving.respond.handler(({ context, input, signal }) => respond(context, input, signal)),
    stream: api.serving.stream.handler(({ context, input, signal }) => respondStream(context, input, signal)),
    list: api.serving.list.handler(({ context, input }) => servedRequests(context, input)),
    get: api.serving.get.handler(({ context, input }) => servedDetail(context, input)),
  },
  session: { get: api.session.get.handler(({ context }) => currentSession(context)) },
  people: {
    list: api.people.list.handler(({ context }) => allPeople(context)),
    invite: api.people.invite.handler(({ context, input }) => invitePerson(context, input)),
    change: api.people.change.handler(({ context, input }) => changePerson(context, input)),
    reinvite: api.people.reinvite.handler(({ context, input }) => reinvitePerson(context, input)),
    accept: api.people.accept.handler(({ context, input }) => acceptInvitation(context, input)),
  },
  tokens: {
    list: api.tokens.list.handler(({ context }) => allTokens(context)),
    create: api.tokens.create.handler(({ context, input }) => createToken(context, input)),
    revoke: api.tokens.revoke.handler(({ context, input }) => revokeToken(context, input)),
  },
  audit: {
    list: api.audit.list.handler(({ context, input }) => auditPage(context, input)),
    verify: api.audit.verify.handler(({ context, input }) => verifyAudit(context, input)),
  },
  storage: {
    state: api.storage.state.handler(({ context }) => storageState(context)),
    removed: api.storage.removed.handler(({ context }) => removedItems(context)),
    restore: api.storage.restore.handler(({ context, input }) => restoreRemoved(context, input)),
  },
  system: {
    health: api.system.health.handler(({ context }) => ({
      ok: true as const,
      version: packageJson.version,
      schema: context.studio.schemaVersion,
      // Where the data is is said to those who may see some of it.
      dataFolder: context.principal.kind === "nobody" ? "" : context.studio.dataFolder,
    })),
  },
});
