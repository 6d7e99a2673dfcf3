import "server-only";
import { updateAutopilot } from "@/db/autopilot-repository";
import { findDiagnosis, listEntries, putDiagnosis, replaceEntries, updateStage } from "@/db/campaign-repository";
import type { Store } from "@/db/client";
import { findRun } from "@/db/run-repository";
import type { Autopilot, AutopilotBranch, AutopilotFinish } from "@/lib/contracts/autopilot";
import type { Entry } from "@/lib/contracts/evolution";
import type { Budget } from "@/lib/contracts/run-settings";
import { dealEntries, finishOfRule, rankBranches, reachedLimit } from "@/lib/evolution/night";
import { budgetLeft } from "@/lib/evolution/spending";
import { trialVerdict } from "@/lib/evolution/trial-verdict";
import { AppError } from "../app-error";
import { type Context, recordAudit } from "../context";
import { newId, timestamp } from "../ids";
import { requireCampaign, requireStage } from "../lookups";
import { campaignChart } from "../use-cases/chart";
import { compareTwoRuns } from "../use-cases/comparisons";
import { applyStage, decideEntry } from "../use-cases/entries";
import { evaluateStage, writeStage } from "../use-cases/stages";
import { diagnosed, evaluated, tried } from "./night-steps";

const MINUTE_MS = 60_000;
const CONCURRENCY = 8;

/** Ends a branch or the whole night, with the reason. */
class Finished extends Error {
  override name = "Finished";
  constructor(
    readonly finish: AutopilotFinish,
    readonly whole: boolean,
  ) {
    super(finish.text);
  }
}

const finishOf = (cause: AutopilotFinish["cause"], text: string): AutopilotFinish => ({ cause, clause: null, text });

/**
 * One night: diagnose → propose → try → evaluate on branches of a stage, within a budget of which every step gets what is
 * left. It decides on entries of its own stages alone, never on a stage, and never promotes.
 */
export class Night {
  private readonly context: Context;
  private readonly begun = performance.now();
  /** In the order in which they were begun; they are stored ranked. */
  private readonly branches: AutopilotBranch[] = [];

  constructor(
    context: Context,
    private readonly project: string,
    private night: Autopilot,
    private readonly signal: AbortSignal,
  ) {
    this.context = { ...context, actor: `Autopilot for ${night.by}` };
  }

  /** Carries it out and writes down how it ended; rejects with nothing. */
  async carryOut(): Promise<void> {
    this.set({ status: "running", startedAt: timestamp() });
    const finish = await this.work().then(
      () => finishOf("done", "done: every branch ended by itself"),
      (error: unknown) => this.finishOfError(error),
    );
    for (const branch of this.branches) branch.finish ??= finish;
    this.set({ status: "finished", doing: "", finish, finishedAt: timestamp() });
  }

  private async work(): Promise<void> {
    const { settings } = this.night;
    const hands = await this.firstHands();
    for (const [index, hand] of hands.entries()) {
      const branch = this.branches[index] ?? this.newBranch(index + 1);
      try {
        await this.follow(branch, hand);
        branch.finish = finishOf("depth", `depth: it has the ${settings.depth} stages that were asked for`);
      } catch (error) {
        branch.finish = this.finishOfBranch(error);
      }
      this.set({});
    }
  }

  /** One diagnosis for all branches: the first branch's stage has it, and its entries are dealt to the branches. */
  private async firstHands(): Promise<Entry[][]> {
    const { settings } = this.night;
    const branch = this.newBranch(1);
    const stage = this.newStage(branch, settings.from);
    const most = settings.branches * settings.maxEntries;
    await this.diagnose(stage, most);
    const valid = listEntries(this.context.studio.database, stage).filter((entry) => entry.status === "proposed");
    if (valid.length === 0) {
      const finish = finishOf("nothing-to-propose", "nothing to propose: no edit verified");
      branch.finish = finish;
      throw new Finished(finish, true);
    }
    return dealEntries(valid, settings.branches, settings.maxEntries);
  }

  /** A branch to its end. `hand`: the entries of its first stage. Ends by throwing Finished, or at its depth. */
  private async follow(branch: AutopilotBranch, hand: readonly Entry[]): Promise<void> {
    const { settings } = this.night;
    let parent = settings.from;
    for (let depth = 1; depth <= settings.depth; depth++) {
      const stage = branch.stages[depth - 1] ?? this.newStage(branch, parent);
      if (depth === 1) this.deal(branch, stage, hand);
      else {
        await this.diagnose(stage, settings.maxEntries);
        const stop = finishOfRule(this.clausesOf(branch));
        if (stop) throw new Finished(stop, false);
      }
      await this.confirm(branch, stage);
      await this.evaluate(branch, stage, parent);
      parent = stage;
    }
  }

  private newBranch(number: number): AutopilotBranch {
    const branch: AutopilotBranch = {
      ...{ name: `Branch ${number}`, stages: [], best: null, mean: null, low: null, high: null },
      ...{ fixed: 0, broken: 0, brokenP0: 0, clauses: [], finish: null },
    };
    this.branches.push(branch);
    return branch;
  }

  private newStage(branch: AutopilotBranch, parent: string): string {
    const { database } = this.context.studio;
    const stage = database.transaction((tx) => {
      const campaign = requireCampaign(tx, this.project, this.night.campaign);
      const name = `${branch.name}, stage ${branch.stages.length + 1}`;
      return writeStage(tx, this.context, {
        campaign,
        parent: requireStage(tx, campaign.id, parent),
        name: `Night ${this.night.createdAt.slice(0, 10)}: ${name}`,
        autopilot: this.night.id,
      });
    });
    branch.stages.push(stage.id);
    this.set({});
    return stage.id;
  }

  /** Gives a branch's first stage its entries: the diagnosis as it is, and of its entries those of the branch. */
  private deal(branch: AutopilotBranch, stage: string, hand: readonly Entry[]): void {
    const { database } = this.context.studio;
    const first = hand[0]?.stage;
    if (first === undefined || first === stage) {
      if (first === stage) this.keepOnly(stage, hand);
      return;
    }
    const diagnosis = findDiagnosis(database, first);
    if (!diagnosis) throw new Error(`the first stage of ${branch.name} has no diagnosis`);
    database.transaction((tx) => {
      // What the diagnosis took is told once, where it was made.
      putDiagnosis(tx, stage, { ...diagnosis, spent: { calls: 0, tokens: 0, cost: null } });
      replaceEntries(
        tx,
        stage,
        hand.map((entry, order) => ({ ...entry, id: newId("ent"), stage, order, revision: 1, copyOf: entry.id })),
      );
      updateStage(tx, stage, { step: "confirm" });
      this.record(tx, "entries-dealt", stage, hand.length);
    });
  }

  /** Leaves the entries of the other branches out of the stage that the diagnosis was made in. */
  private keepOnly(stage: string, hand: readonly Entry[]): void {
    const { database } = this.context.studio;
    const kept = new Set(hand.map(({ id }) => id));
    database.transaction((tx) => {
      const all = listEntries(tx, stage);
      replaceEntries(
        tx,
        stage,
        all.filter((entry) => kept.has(entry.id) || entry.status === "invalid"),
      );
      this.record(tx, "entries-left-to-branches", stage, kept.size);
    });
  }

  private record(store: Store, action: string, stage: string, entries: number): void {
    const detail = { entries, autopilot: this.night.id };
    recordAudit(store, this.context, { action, project: this.project, subject: `stage:${stage}`, detail });
  }

  private async diagnose(stage: string, maxEntries: number): Promise<void> {
    this.set({ doing: `diagnosing for ${this.nameOf(stage)}` });
    const input = { ...this.keyOf(stage), analyst: this.night.settings.analyst, maxEntries, budget: this.left() };
    const diagnosis = await diagnosed(this.context, input, this.signal);
    this.spend({ calls: diagnosis.spent.calls, tokens: diagnosis.spent.tokens, cost: diagnosis.spent.cost ?? 0 });
    if (diagnosis.status === "stopped") this.left(true);
    if (diagnosis.status !== "completed") {
      throw new Finished(finishOf("failed", `failed: the diagnosis: ${diagnosis.error ?? "no reason was given"}`), false);
    }
  }

  /** Tries each open entry on a handful of cases and accepts those that help without harm; the rest is rejected, with the reason. */
  private async confirm(branch: AutopilotBranch, stage: string): Promise<void> {
    const { database } = this.context.studio;
    let accepted = 0;
    for (const entry of listEntries(database, stage)) {
      if (entry.status !== "proposed") continue;
      this.set({ doing: `trying “${entry.title}” for ${this.nameOf(stage)}` });
      const trial = await tried(this.context, { ...this.keyOf(stage), entry: entry.id, budget: this.left() }, this.signal);
      this.spend({ calls: trial.calls, tokens: trial.tokens, cost: trial.cost ?? 0 });
      if (trial.status === "stopped") this.left(true);
      // A trial that failed says nothing of the entry, which is not to be remembered as rejected for it.
      if (trial.status !== "completed") {
        throw new Finished(finishOf("failed", `failed: a trial: ${trial.error ?? "no reason was given"}`), false);
      }
      const verdict = trialVerdict(trial.cases);
      const key = { ...this.keyOf(stage), entry: entry.id, revision: entry.revision };
      if (verdict.accept) {
        await decideEntry(this.context, { ...key, action: "accept" });
        accepted += 1;
      } else await decideEntry(this.context, { ...key, action: "reject", reason: `Trial: ${verdict.reason}` });
    }
    if (accepted > 0) return;
    const text =
      branch.stages.length === 1
        ? "no improvement: no entry stood its trial"
        : "no improvement: no further entry stood its trial";
    throw new Finished(finishOf("no-improvement", text), false);
  }

  private async evaluate(branch: AutopilotBranch, stage: string, parent: string): Promise<void> {
    this.set({ doing: `evaluating ${this.nameOf(stage)}` });
    applyStage(this.context, { ...this.keyOf(stage), message: "" });
    const started = evaluateStage(this.context, {
      ...this.keyOf(stage),
      on: "dev",
      concurrency: CONCURRENCY,
      maxConcurrency: null,
      budget: this.left(),
      curtail: { needed: 1, metric: "avg" },
    });
    const run = await evaluated(this.context, started.id, this.signal);
    this.spend(run.outcome.spent);
    if (run.outcome.stop?.cause === "budget") this.left(true);
    const early = run.outcome.early?.decision;
    if (run.status !== "completed" && early !== "not-enough") {
      throw new Finished(finishOf("failed", `failed: the run is ${run.status}: ${run.reason ?? "no reason was given"}`), false);
    }
    const name = this.nameOf(stage);
    if (run.status !== "completed") {
      const { wins = 0, losses = 0 } = run.outcome.early ?? {};
      const text = `no improvement: ${name} was rejected early, ${wins} won and ${losses} lost`;
      throw new Finished(finishOf("no-improvement", text), false);
    }
    this.measure(branch, stage, run.id);
    const before = this.runOf(parent);
    const gain = compareTwoRuns(this.context, { project: this.project, base: before, head: run.id }).metrics.find(
      ({ metric }) => metric === "avg",
    );
    if ((gain?.difference ?? 0) > 0) return;
    const points = (100 * (gain?.difference ?? 0)).toFixed(1);
    throw new Finished(finishOf("no-improvement", `no improvement: AVG moved by ${points} points with ${name}`), false);
  }

  /** Keeps the stage of the branch with the best lower bound of AVG against the stage that all branches begin at. */
  private measure(branch: AutopilotBranch, stage: string, run: string): void {
    const base = this.runOf(this.night.settings.from);
    const comparison = compareTwoRuns(this.context, { project: this.project, base, head: run });
    const avg = comparison.metrics.find(({ metric }) => metric === "avg");
    if (avg?.low == null || (branch.low !== null && branch.low >= avg.low)) return;
    branch.best = stage;
    branch.mean = avg.difference;
    branch.low = avg.low;
    branch.high = avg.high;
    branch.fixed = comparison.flips.filter(({ direction }) => direction === "fixed").length;
    branch.broken = comparison.flips.filter(({ direction }) => direction === "broken").length;
    branch.brokenP0 = comparison.brokenP0.length;
    this.set({});
  }

  private clausesOf(branch: AutopilotBranch): AutopilotBranch["clauses"] {
    const line = branch.stages.at(-1);
    const key = { project: this.project, campaign: this.night.campaign };
    branch.clauses = campaignChart(this.context, { ...key, ...(line !== undefined && { line }) }).advice.clauses;
    return branch.clauses;
  }

  private keyOf(stage: string) {
    return { project: this.project, campaign: this.night.campaign, stage };
  }

  private nameOf(stage: string): string {
    return requireStage(this.context.studio.database, this.night.campaign, stage).name;
  }

  private runOf(stage: string): string {
    const { run } = requireStage(this.context.studio.database, this.night.campaign, stage);
    if (run === null || !findRun(this.context.studio.database, run)) throw new Error(`the stage ${stage} has no run`);
    return run;
  }

  /**
   * What every further step may take together.
   * @throws Finished where the budget is spent (or, with `spent`, a step said so), and where the night or the campaign was ended.
   */
  private left(spent = false): Budget {
    if (this.signal.aborted) throw new Finished(this.finishOfStop(), true);
    const { status } = requireCampaign(this.context.studio.database, this.project, this.night.campaign);
    if (status !== "active") throw new Finished(finishOf("person", "stopped: the campaign was ended"), true);
    this.night.spent.minutes = (performance.now() - this.begun) / MINUTE_MS;
    const left = spent ? null : budgetLeft(this.night.settings.budget, this.night.spent);
    if (left === null) throw new Finished(finishOf("budget", reachedLimit(this.night.settings.budget, this.night.spent)), true);
    return left;
  }

  private spend({ calls, tokens, cost }: { calls: number; tokens: number; cost: number }): void {
    const { spent } = this.night;
    spent.calls += calls;
    spent.tokens += tokens;
    spent.cost += cost;
    spent.minutes = (performance.now() - this.begun) / MINUTE_MS;
    this.set({});
    if (this.signal.aborted) throw new Finished(this.finishOfStop(), true);
  }

  private finishOfStop(): AutopilotFinish {
    return this.signal.reason === "studio-stopped"
      ? finishOf("studio-stopped", "the studio was stopped: what was made stays")
      : finishOf("person", "stopped by a person");
  }

  /** How a branch ended; throws on what ends the whole night. A decision that a person made on it ends that branch alone. */
  private finishOfBranch(error: unknown): AutopilotFinish {
    if (error instanceof Finished && !error.whole) return error.finish;
    if (error instanceof AppError && !this.signal.aborted) return finishOf("failed", `failed: ${error.message}`);
    throw error;
  }

  private finishOfError(error: unknown): AutopilotFinish {
    if (error instanceof Finished) return error.finish;
    if (this.signal.aborted) return this.finishOfStop();
    if (error instanceof AppError) return finishOf("failed", `failed: ${error.message}`);
    this.context.studio.report(error);
    return finishOf("failed", "failed: an error inside the studio; its log has the details");
  }

  private set(change: Partial<Autopilot>): void {
    this.night = { ...this.night, ...change, branches: rankBranches(this.branches) };
    updateAutopilot(this.context.studio.database, this.night);
  }
}
