import { expect, it } from "vitest";
import { Case } from "@/lib/contracts/case";
import { TrajectoryFeatures } from "@/lib/contracts/run";
import { agreementWithLabels, type VoterResults } from "./agreement-with-labels";

const label = (metric: "accuracy" | "effectiveness", value: number) => ({
  ...{ id: metric, kind: "human-label", metric, label: metric, value },
});
const labelled = (id: string, accuracy: number | null, effectiveness: number | null): Case =>
  Case.parse({
    id,
    category: "c",
    input: { comments: [{ text: "How much?" }] },
    judged: { reply: "Ten." },
    checks: [
      ...(accuracy === null ? [] : [label("accuracy", accuracy)]),
      ...(effectiveness === null ? [] : [label("effectiveness", effectiveness)]),
    ],
  });

/** What a voter says case by case: `1/0.5`, or a text that is no verdict; null where it gave no reply. */
function voter(said: Readonly<Record<string, string | null>>): VoterResults {
  const features = (stopReason: string) =>
    TrajectoryFeatures.parse({
      skills: [],
      tools: [],
      toolErrors: [],
      hooks: [],
      promptBlocks: [],
      stopReason,
      rounds: 1,
      retries: 0,
    });
  return new Map(
    Object.entries(said).map(([id, text]) => {
      const scores = text?.split("/").map(Number) ?? [];
      const verdict = scores.some(Number.isNaN) ? text : JSON.stringify({ accuracy: scores[0], effectiveness: scores[1] });
      return [
        id,
        { case: id, reply: text === null ? "" : (verdict ?? ""), features: features(text === null ? "model-error" : "replied") },
      ];
    }),
  );
}

it("gives the rates of a single voter, with κ", () => {
  const cases = [labelled("a", 1, 1), labelled("b", 1, 0.5), labelled("c", 0, 0), labelled("d", 0, 1)];
  const { accuracy, effectiveness } = agreementWithLabels(cases, [voter({ a: "1/1", b: "1/1", c: "0/0", d: "1/0.5" })]);
  expect(accuracy).toEqual({
    truePositive: { rate: 1, n: 2 },
    trueNegative: { rate: 0.5, n: 2 },
    abstained: 0,
    kappa: 0.5,
  });
  expect(effectiveness).toMatchObject({ truePositive: { rate: 0.5, n: 2 }, trueNegative: { rate: 0.5, n: 2 }, abstained: 0 });
});

it("counts 0 for 0.5 as the same side of Effectiveness, though κ does not", () => {
  const { effectiveness } = agreementWithLabels(
    [labelled("a", null, 0.5), labelled("b", null, 1)],
    [voter({ a: "1/0", b: "1/1" })],
  );
  expect(effectiveness.trueNegative).toEqual({ rate: 1, n: 1 });
  expect(effectiveness.kappa).toBeLessThan(1);
});

it("lets the panel decide as in production: majority and median, whoever abstains or fails for neither side", () => {
  const cases = [labelled("a", 1, 1), labelled("b", 0, 0), labelled("c", 1, 1)];
  const { accuracy, effectiveness } = agreementWithLabels(cases, [
    voter({ a: "1/1", b: "0/0", c: "1/1" }),
    voter({ a: "1/1", b: "1/1", c: "I cannot say" }),
    voter({ a: "0/0", b: "0/0.5", c: null }),
  ]);
  expect(accuracy).toMatchObject({ truePositive: { rate: 1, n: 2 }, trueNegative: { rate: 1, n: 1 }, abstained: 0, kappa: 1 });
  expect(effectiveness).toMatchObject({ truePositive: { rate: 1, n: 2 }, trueNegative: { rate: 1, n: 1 } });
});

it("counts an abstention of the panel in its denominator, as agreeing with nobody", () => {
  const cases = [labelled("tie", 1, 1), labelled("mute", 0, 0), labelled("gone", 0, 0), labelled("fine", 0, 0)];
  const { accuracy } = agreementWithLabels(cases, [
    voter({ tie: "1/1", mute: "well", fine: "0/0" }),
    voter({ tie: "0/1", mute: null, fine: "0/0" }),
  ]);
  expect(accuracy).toMatchObject({ truePositive: { rate: 0, n: 1 }, abstained: 3 });
  expect(accuracy.trueNegative.n).toBe(3);
  expect(accuracy.trueNegative.rate).toBeCloseTo(1 / 3);
});

it("has no rate where nobody labelled", () => {
  const { accuracy } = agreementWithLabels([labelled("a", null, 1)], [voter({ a: "1/1" })]);
  expect(accuracy).toEqual({ truePositive: { rate: null, n: 0 }, trueNegative: { rate: null, n: 0 }, abstained: 0, kappa: null });
});
