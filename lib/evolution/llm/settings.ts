/** Thresholds and limits of the analyst over a model (METHODS.md sections 1 and 2); shares from 0 to 1, times in milliseconds. */
export const ANALYST_SETTINGS = {
  /** Model calls under way at once. */
  atOnce: 6,
  callTimeoutMs: 120_000,
  /** Trajectories in memory at once. */
  heldTrajectories: 32,
  /** Attempts at a call that fails for a passing reason; the wait doubles each time, unless the server says how long. */
  callAttempts: 3,
  retryDelayMs: 2_000,
  mostRetryDelayMs: 60_000,
  maxTokens: 8_192,
  /** How often an answer with problems is sent back with them. */
  repairRounds: 2,
  /** A diagnosis ends where this many calls failed before one was answered. */
  giveUpAfter: 5,

  /** Codings a batch of the induction, and codes a batch; the last batch, if smaller, may have fewer. */
  batch: 25,
  leastCodes: 5,
  mostCodes: 12,
  /** Codes of one seed at most. */
  mostCodebook: 60,
  /** Codes that one membership call asks about. */
  codesACall: 20,
  /** What the second seed is further than the first. */
  secondSeed: 7_919,
  /** Two codes are one where at least this share of the larger one's members is in both. */
  mergeOverlap: 0.5,
  /** A code is kept where the other seed has one with at least this Jaccard of the members. */
  stableJaccard: 0.5,
  /** A stable code that is the first cause of fewer cases goes to the long tail; one case is a cluster only where it is all. */
  leastCases: 2,

  /** Cases of a cluster that a proposal reads in full. */
  shownCases: 8,
  /** Characters of one step, one file and one added text that a prompt shows. */
  mostStepCharacters: 600,
  mostFileCharacters: 20_000,
  mostAddedCharacters: 400,
  /** Answers that were turned down and are kept for show; of the rest the number. */
  mostInvalid: 200,
  mostExcerpt: 400,
  /** What is wrong with one of them. */
  mostWhy: 2_000,
  /** A longer answer is not read: the tokens asked for make less in any language. */
  mostAnswerCharacters: 100_000,
};
export type AnalystSettings = typeof ANALYST_SETTINGS;
