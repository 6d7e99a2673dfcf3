import type { ClaimKind, Metric } from "@/lib/contracts/case";
import type { Owner } from "@/lib/contracts/evolution";
import type { JudgedFeature } from "../judged/visible-features";

/**
 * The first thing that went wrong in a failing case, as far as a program can tell from its checks and its trajectory.
 * `key` is equal for equal mechanisms: cases are grouped by it.
 */
export type Mechanism = { key: string } & (
  | { code: "round-limit" }
  | { code: "sent-back"; hook: string; reason: string }
  | { code: "silenced"; hook: string; reason: string }
  | { code: "no-reply"; stopReason: string }
  | { code: "no-skill"; expected: string | null }
  | { code: "wrong-skill"; expected: string; loaded: string }
  | { code: "no-fitting-skill"; category: string; loaded: string[] }
  | { code: "tool-missing"; tool: string }
  | { code: "tool-hidden"; tool: string }
  | { code: "tool-denied"; tool: string; reason: string }
  | { code: "tool-skipped"; tool: string }
  | { code: "tool-failed"; tool: string; error: string }
  | { code: "tool-arguments"; tool: string; names: string[] }
  | { code: "tool-order"; tools: string[] }
  | { code: "tool-needless"; tool: string }
  | { code: "unsupported-claim"; claims: ClaimKind[]; tool: string | null; called: boolean }
  | { code: "wrong-language" }
  /** `missing`: what the replies should have said besides; known for a whole group only. */
  | { code: "forbidden-content"; demand: string; phrases: string[]; missing: string[] }
  | { code: "unanswered-comments" }
  | { code: "result-unused"; tool: string; field: string }
  | { code: "context-unused"; field: string }
  | { code: "content-missing"; demand: string; missing: string[] }
  | { code: "length"; direction: "long" | "short"; limit: number; unit: string }
  | { code: "judged"; question: string }
  /** Of `blocked` failing cases whose reply a Hook held back, the replies that would have passed. */
  | { code: "hook-blocks"; hook: string; reason: string; drafts: string[]; blocked: number }
  /** Cases fail with this Skill that pass with others. `homes`: categories that it serves all the same. */
  | { code: "skill-misleads"; skill: string; homes: string[]; failing: number; loads: number }
  /** A tool whose description is of something else; `description` is what the run shows of it. */
  | { code: "tool-misdescribed"; tool: string; description: string }
  /** A rule that leads into failures, or stands against what cases ask for. `line` is with its list marker. */
  | { code: "rule-misleads"; path: string; line: string; rule: string; why: "leads" | "opposes" }
  /** A judge and people differ on a label. */
  | { code: "disagreed"; label: Metric; direction: "lenient" | "strict"; feature: JudgedFeature }
);

/** The level that can hold a repair of a mechanism; where several could, the lowest. */
export const OWNER_OF: Record<Mechanism["code"], Owner> = {
  "round-limit": "prompt",
  "sent-back": "hook",
  silenced: "hook",
  "no-reply": "model",
  "no-skill": "prompt",
  "wrong-skill": "skill",
  "no-fitting-skill": "skill",
  "tool-missing": "tool",
  "tool-hidden": "skill",
  "tool-denied": "hook",
  "tool-skipped": "skill",
  "tool-failed": "tool",
  "tool-arguments": "tool",
  "tool-order": "skill",
  "tool-needless": "skill",
  "unsupported-claim": "skill",
  "wrong-language": "prompt",
  "forbidden-content": "skill",
  "unanswered-comments": "prompt",
  "result-unused": "skill",
  "context-unused": "skill",
  "content-missing": "skill",
  length: "prompt",
  judged: "skill",
  "hook-blocks": "hook",
  "skill-misleads": "skill",
  "tool-misdescribed": "tool",
  "rule-misleads": "prompt",
  disagreed: "skill",
};
