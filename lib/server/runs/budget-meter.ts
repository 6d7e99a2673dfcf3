import "server-only";
import type { Endpoint } from "@/lib/contracts/endpoint";
import type { ChatOutcome, Usage } from "@/lib/contracts/model";
import type { Budget, RunOutcome } from "@/lib/contracts/run-settings";

type Spent = RunOutcome["spent"];
type Price = Pick<Endpoint, "promptPrice" | "completionPrice">;

const NAMES: readonly (keyof Budget)[] = ["calls", "tokens", "cost", "minutes"];
const MINUTE_MS = 60_000;

/** What a run has used, and what its budget leaves. Retries and cases that were thrown away count: they were paid for. */
export class BudgetMeter {
  private begunCalls: number;
  private readonly used: Omit<Spent, "minutes">;
  private workedMs: number;
  private runningSince: number | null = null;
  private cases = 0;

  /** `earlier`: what the run had used when it was last stored. `now` in milliseconds, monotonic. */
  constructor(
    private readonly budget: Budget,
    earlier: Spent,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.used = { calls: earlier.calls, tokens: earlier.tokens, cost: earlier.cost };
    this.begunCalls = earlier.calls;
    this.workedMs = earlier.minutes * MINUTE_MS;
  }

  start(): void {
    this.runningSince ??= this.now();
  }

  pause(): void {
    if (this.runningSince !== null) this.workedMs += this.now() - this.runningSince;
    this.runningSince = null;
  }

  /** Counts a call that is about to begin; false where the budget has none left, and then it must not begin. */
  takeCall(): boolean {
    if (this.exceeded() !== null) return false;
    if (this.budget.calls !== null && this.begunCalls >= this.budget.calls) return false;
    this.begunCalls += 1;
    return true;
  }

  countCall(outcome: ChatOutcome, price: Price): void {
    this.used.calls += 1;
    if (!outcome.ok) return;
    this.addTokens(outcome.usage, price);
  }

  private addTokens({ promptTokens, completionTokens }: Usage, price: Price): void {
    this.used.tokens += (promptTokens ?? 0) + (completionTokens ?? 0);
    this.used.cost +=
      ((promptTokens ?? 0) * (price.promptPrice ?? 0) + (completionTokens ?? 0) * (price.completionPrice ?? 0)) / 1_000_000;
  }

  /** Counts calls that were made elsewhere. */
  countUsage(usage: Usage & { calls: number }, price: Price): void {
    this.used.calls += usage.calls;
    this.begunCalls += usage.calls;
    this.addTokens(usage, price);
  }

  caseEnded(): void {
    this.cases += 1;
  }

  /**
   * Whether one more case may begin beside those in flight: what a case takes on average must still fit. Before any case has
   * ended only what is spent already counts.
   */
  mayBegin(inFlight: number): boolean {
    const spent = this.spent();
    return NAMES.every((name) => {
      const most = this.budget[name];
      if (most === null) return true;
      const mean = this.cases === 0 || name === "minutes" ? 0 : spent[name] / this.cases;
      return spent[name] + mean * inFlight < most;
    });
  }

  /** The first limit that is reached, in words; null where none is. */
  exceeded(): string | null {
    const spent = this.spent();
    const name = NAMES.find((one) => this.budget[one] !== null && spent[one] >= (this.budget[one] ?? 0));
    return name === undefined ? null : this.sentence(name);
  }

  /** The limit that leaves no room for another case, in words. */
  closest(): string {
    const spent = this.spent();
    const share = (name: keyof Budget) => (this.budget[name] === null ? -1 : spent[name] / (this.budget[name] ?? 1));
    return this.sentence(NAMES.toSorted((a, b) => share(b) - share(a))[0] ?? "calls");
  }

  spent(): Spent {
    const running = this.runningSince === null ? 0 : this.now() - this.runningSince;
    return { ...this.used, minutes: (this.workedMs + running) / MINUTE_MS };
  }

  private sentence(name: keyof Budget): string {
    const spent = this.spent()[name];
    const most = this.budget[name] ?? 0;
    if (name === "cost") return `$${spent.toFixed(2)} of $${most.toFixed(2)} are spent`;
    if (name === "minutes") return `${spent.toFixed(1)} of ${most} minutes are over`;
    return `${spent} of ${most} ${name === "calls" ? "model calls" : "tokens"} are used`;
  }
}
