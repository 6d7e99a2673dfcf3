import type { Database } from "@/db/client";
import { TrajectoryFeatures } from "@/lib/contracts/run";
import { createRandom, randomUnit } from "@/lib/stats/random";

export const CATEGORIES = Array.from({ length: 16 }, (_, index) => `category-${String(index + 1).padStart(2, "0")}`);

export interface BenchCase {
  id: string;
  category: string;
  priority: string;
  group: string;
  comment: string;
  /** Drawn once for each case: how hard it is, from 0 to 1. */
  hardness: number;
}

const VARIANTS = 64;

const checkIds = ["has-price", "no-promise", "grounded", "length", "addresses"];
const checksText = (failed: ReadonlySet<string>, variant: number): string =>
  JSON.stringify(
    checkIds.map((id, index) => ({
      id,
      kind: ["reply-contains", "reply-excludes", "grounded", "reply-length", "reply-contains"][index],
      metric: index < 3 ? "accuracy" : "effectiveness",
      core: index < 4,
      verdict: failed.has(id) ? "failed" : "passed",
      why: failed.has(id)
        ? `The reply has none of "$${80 + variant}", "${80 + variant} dollars".`
        : `The reply has "$${80 + variant}", as it should.`,
    })),
  );

const featuresText = (variant: number): string =>
  JSON.stringify(
    TrajectoryFeatures.parse({
      skills: ["price-questions", `skill-${variant % 12}`],
      tools: ["product_lookup", variant % 3 === 0 ? "stock_level" : "promotion_list"],
      toolErrors: variant % 16 === 0 ? ["stock_level:timeout"] : [],
      hooks: [{ hook: "ground-prices", event: "Stop", decision: variant % 8 === 0 ? "send-back" : "allow" }],
      promptBlocks: ["prompt/10-role.md", "prompt/20-rules.md", "prompt/30-skills.md"],
      stopReason: "replied",
      rounds: 2 + (variant % 3),
      retries: variant % 32 === 0 ? 1 : 0,
      incidents: { guards: variant % 8 === 0 ? 1 : 0, toolErrors: variant % 16 === 0 ? 1 : 0 },
    }),
  );

const wrong = {
  accuracy: Array.from({ length: VARIANTS }, (_, variant) => checksText(new Set(["has-price"]), variant)),
  effectiveness: Array.from({ length: VARIANTS }, (_, variant) => checksText(new Set(["addresses"]), variant)),
};
const right = Array.from({ length: VARIANTS }, (_, variant) => checksText(new Set(), variant));
const features = Array.from({ length: VARIANTS }, (_, variant) => featuresText(variant));
const REPLY =
  "Yes, the one on the left is still there for today's price, and the coupon under the picture takes off a little more";

const COLUMNS = [
  ...["run", "case", "repeat", "ordinal", "group", "category", "priority", "state", "reason", "accuracy", "effectiveness"],
  ...["comment", "reply", "failed_checks", "wall_ms", "ttft_ms", "prompt_tokens", "completion_tokens", "calls", "seed"],
  ...["checks", "features", "unscored_kind", "attempts", "votes", "finished_at"],
];

/**
 * Writes results of a run for the first `count` cases, in one transaction: one in a hundred unscored, one in two hundred
 * failed, the others scored by a draw on the case's hardness and the run's `skill` (0 to 1).
 */
export function writeResults(
  database: Database,
  { run, cases, count, skill, seed }: { run: string; cases: readonly BenchCase[]; count: number; skill: number; seed: number },
): void {
  const insert = database.$client.prepare(
    `insert into case_results (${COLUMNS.map((name) => `"${name}"`).join(", ")}) values (${COLUMNS.map(() => "?").join(", ")})`,
  );
  const random = createRandom(seed);
  const finishedAt = new Date().toISOString();
  const write = database.$client.transaction(() => {
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      const item = cases[ordinal];
      if (!item) break;
      const variant = (ordinal * 7 + seed) % VARIANTS;
      const fate = randomUnit(random);
      const state = fate < 0.01 ? "unscored" : fate < 0.015 ? "failed" : "scored";
      // Mostly the case decides, a little the draw, as with a policy that is sampled.
      const draw = 0.85 * item.hardness + 0.15 * randomUnit(random);
      const accuracy = state === "failed" ? 0 : draw < skill ? 1 : 0;
      const effectiveness = state === "failed" ? 0 : draw < skill - 0.1 ? 1 : draw < skill + 0.1 ? 0.5 : 0;
      const unscored = state === "unscored";
      const checks = unscored
        ? "[]"
        : accuracy === 0
          ? wrong.accuracy[variant]
          : effectiveness < 1
            ? wrong.effectiveness[variant]
            : right[variant];
      const failedChecks = unscored ? "[]" : accuracy === 0 ? '["has-price"]' : effectiveness < 1 ? '["addresses"]' : "[]";
      insert.run(
        ...[run, item.id, 0, ordinal, item.group, item.category, item.priority, state],
        unscored ? "The judge's voters came to no majority." : null,
        unscored ? null : accuracy,
        unscored ? null : effectiveness,
        ...[item.comment, `${REPLY} (${ordinal}).`, failedChecks, 400 + 3_000 * randomUnit(random), 120 + variant],
        ...[900 + variant, 40 + (variant % 20), 2, seed, checks, features[variant]],
        unscored ? (ordinal % 2 === 0 ? "judge-abstained" : "infrastructure") : null,
        ...[1, "[]", finishedAt],
      );
    }
  });
  write();
}
