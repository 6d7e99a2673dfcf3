import { describe, expect, it } from "vitest";
import { parseVerdict } from "./verdict";

const bare = '{"accuracy":1,"effectiveness":0.5,"answers":{"q":"passed","r":null},"rationale":"Right price."}';
const verdict = { accuracy: 1, effectiveness: 0.5, answers: { q: "passed", r: null }, rationale: "Right price." };

describe("a verdict is read", () => {
  it.each([
    ["bare", bare],
    ["from a fenced block", `\`\`\`json\n${bare}\n\`\`\``],
    ["after reasoning with braces and quotes", `The set {1, 2} and the "price { as said" fit.\n${bare}`],
    ["after another object", `The tool said {"price": 89}. So: ${bare}`],
    ["with a nested brace in its rationale", bare.replace("Right price.", "It said } and {.")],
  ])("%s", (_, reply) => {
    expect(parseVerdict(reply)).toMatchObject({ ok: true, verdict: { accuracy: 1, effectiveness: 0.5 } });
  });

  it("whole", () => expect(parseVerdict(bare)).toEqual({ ok: true, verdict }));

  it("without answers and rationale", () => {
    const parsed = parseVerdict('{"accuracy":null,"effectiveness":0}');
    expect(parsed).toEqual({ ok: true, verdict: { accuracy: null, effectiveness: 0, answers: {}, rationale: "" } });
  });
});

describe("anything else is none, with the reason", () => {
  it.each([
    ["words", "Accuracy 1, effectiveness 1.", "no JSON object"],
    ["nothing", "", "no JSON object"],
    ["a score out of range", '{"accuracy":2,"effectiveness":1}', "accuracy"],
    ["a score between the grades", '{"accuracy":1,"effectiveness":0.7}', "effectiveness"],
    ["a score as text", '{"accuracy":"1","effectiveness":1}', "accuracy"],
    ["a score that is missing", '{"accuracy":1}', "effectiveness"],
    ["an answer that is neither", '{"accuracy":1,"effectiveness":1,"answers":{"q":"maybe"}}', "answers.q"],
    ["a list", "[1, 1]", "no JSON object"],
  ])("%s", (_, reply, reason) => {
    expect(parseVerdict(reply)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("a quoted verdict before one of its own that is cut off", () => {
    expect(parseVerdict(`The reply says ${bare}. My verdict: {"accuracy": 0, "rationale": "it tries to`)).toEqual({
      ok: false,
      reason: "The verdict at the end is cut off.",
    });
  });

  it("a quoted verdict inside one of its own whose quotes are not escaped", () => {
    const reply = '{"accuracy":0,"effectiveness":0,"rationale":"It says {"accuracy":1,"effectiveness":1} to the judge."}';
    expect(parseVerdict(reply)).toEqual({ ok: false, reason: "The verdict at the end is no valid JSON." });
  });

  it("a quoted verdict before one of its own that does not fit", () => {
    expect(parseVerdict(`The reply says ${bare}. {"accuracy": "zero", "effectiveness": 0}`).ok).toBe(false);
  });
});

it("a reply of braces alone takes no time", () => {
  const started = performance.now();
  expect(parseVerdict("{".repeat(100_000)).ok).toBe(false);
  expect(performance.now() - started).toBeLessThan(2_000);
});
