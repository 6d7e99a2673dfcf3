import "server-only";
import { putDiagnosis } from "@/db/campaign-repository";
import type { Diagnosis, DiagnosisProgress, Spent } from "@/lib/contracts/evolution";
import type { Studio } from "../studio";

/** Between two writes of how far a diagnosis is, in milliseconds. */
const APART_MS = 300;

/**
 * Writes how far a running diagnosis is into the stored one, at most about three times a second, and tells who watches the
 * stage. `close` writes nothing more.
 */
export class DiagnosisRecord {
  private timer: NodeJS.Timeout | undefined;
  private writtenAt = Number.NEGATIVE_INFINITY;
  private progress: DiagnosisProgress | null = null;
  private closed = false;

  constructor(
    private readonly studio: Pick<Studio, "database" | "stageEvents" | "report">,
    private readonly stage: string,
    private readonly running: Diagnosis,
    private readonly spent: () => Spent,
  ) {}

  report(progress: DiagnosisProgress): void {
    this.progress = progress;
    this.changed();
  }

  changed(): void {
    if (this.closed || this.timer !== undefined) return;
    const wait = this.writtenAt + APART_MS - performance.now();
    if (wait <= 0) this.write();
    else this.timer = setTimeout(() => this.write(), wait);
  }

  /** The progress that was told last. */
  get last(): DiagnosisProgress | null {
    return this.progress;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private write(): void {
    this.timer = undefined;
    this.writtenAt = performance.now();
    try {
      putDiagnosis(this.studio.database, this.stage, { ...this.running, progress: this.progress, spent: this.spent() });
      this.studio.stageEvents.notify(this.stage);
    } catch (error) {
      this.studio.report(error);
    }
  }
}
