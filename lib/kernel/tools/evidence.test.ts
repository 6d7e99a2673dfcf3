import { expect, it } from "vitest";
import type { Evidence } from "../ports";
import { evidenceContext, evidenceToolResults } from "./evidence";

const call = (tool: string, result: string): Evidence["toolResults"][number] => ({
  tool,
  arguments: { link: 3 },
  outcome: { ok: true, result },
});
const failed: Evidence["toolResults"][number] = {
  tool: "stock",
  arguments: {},
  outcome: { ok: false, error: { type: "timeout", message: "late" } },
};
const evidence = (toolResults: Evidence["toolResults"]): Evidence => ({ context: { room: { name: "Shop" } }, toolResults });

it("gives the calls in order, errors among them, or those of one tool", () => {
  const given = evidence([call("price", "89"), failed]);
  const price = { tool: "price", arguments: { link: 3 }, result: "89" };
  const stock = { tool: "stock", arguments: {}, error: { type: "timeout", message: "late" } };
  expect(evidenceToolResults(given, "")).toEqual({ ok: true, result: { calls: [price, stock] } });
  expect(evidenceToolResults(given, " stock ")).toEqual({ ok: true, result: { calls: [stock] } });
  expect(evidenceToolResults(given, "other")).toMatchObject({ ok: false, error: { type: "not-found" } });
});

it("cuts a long return and counts what an answer has no room for", () => {
  const outcome = evidenceToolResults(evidence(Array.from({ length: 10 }, () => call("price", "x".repeat(9_000)))), "");
  expect(JSON.stringify(outcome).length).toBeLessThan(20_000);
  expect(outcome).toMatchObject({ ok: true, result: { leftOut: 7, calls: [{ result: { cutAt: 4_000 } }, {}, {}] } });
});

it("gives an entry of the context, or says which there are", () => {
  const given = evidence([]);
  expect(evidenceContext(given, "room")).toEqual({ ok: true, result: { name: "Shop" } });
  expect(evidenceContext(given, "")).toEqual({ ok: true, result: { keys: ["room"] } });
  for (const key of ["product", "toString", "__proto__"])
    expect(evidenceContext(given, key)).toMatchObject({ ok: false, error: { type: "not-found" } });
});

it("has nothing to tell where no other trajectory is judged", () => {
  expect(evidenceToolResults(undefined, "")).toMatchObject({ ok: false, error: { type: "unavailable" } });
  expect(evidenceContext(undefined, "room")).toMatchObject({ ok: false, error: { type: "unavailable" } });
});
