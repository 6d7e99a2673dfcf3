import type { Campaign } from "@/lib/contracts/evolution";

/** What the scores of a campaign are called. */
interface MetricWords {
  accuracy: string;
  effectiveness: string;
  avg: string;
  /** AVG within a sentence. */
  avgWithin: string;
  /** A case that lost a mark. */
  failure: string;
  /** What a score is, in a sentence; null where the names say it. */
  note: string | null;
}

const WORDS: Record<Campaign["kind"], MetricWords> = {
  agent: { accuracy: "Accuracy", effectiveness: "Effectiveness", avg: "AVG", avgWithin: "AVG", failure: "failure", note: null },
  judge: {
    accuracy: "Accuracy agreement",
    effectiveness: "Effectiveness agreement",
    avg: "Agreement",
    avgWithin: "agreement",
    failure: "disagreement",
    note: "Share of replies on which the judge gives the label that people gave.",
  },
};

/** A judge campaign measures agreement with people, not the quality of replies. */
export const metricWords = (kind: Campaign["kind"]): MetricWords => WORDS[kind];
