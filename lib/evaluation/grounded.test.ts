import { describe, expect, it } from "vitest";
import { Case } from "@/lib/contracts/case";
import type { JsonValue } from "@/lib/contracts/ids";
import { Trajectory } from "@/lib/contracts/trajectory";
import { extractClaims } from "./claims";
import { checkGrounded } from "./grounded";

const trajectory = (reply: string, results: JsonValue[]) =>
  Trajectory.parse({
    schemaVersion: 1,
    harness: { name: "h", hash: "0" },
    model: { endpoint: "e", model: "m", checkpoint: "" },
    seed: 1,
    channel: "public",
    steps: results.map((result, index) => ({
      type: "tool-call",
      round: 1,
      atMs: 0,
      callId: `c${index}`,
      tool: "lookup",
      arguments: {},
      outcome: { ok: true, result },
      durationMs: 0,
    })),
    history: [],
    reply,
    stopReason: "replied",
    usage: { promptTokens: null, completionTokens: null, calls: 1 },
    timings: { wallMs: 0, modelMs: 0, toolMs: 0, hookMs: 0, ttftMs: null },
  });

const item = (overrides: Record<string, unknown> = {}) =>
  Case.parse({
    id: "c",
    category: "price",
    input: { comments: [{ text: "tell me more" }] },
    checks: [{ id: "g", kind: "grounded", metric: "accuracy" }],
    ...overrides,
  });

const grounded = (reply: string, results: JsonValue[] = [], overrides: Record<string, unknown> = {}) =>
  checkGrounded(item(overrides), trajectory(reply, results), ["price", "stock", "promotion"]);

describe("claims in a reply", () => {
  it.each([
    ["It's $89 today.", "$89"],
    ["It costs 89 yuan.", "89 yuan"],
    ["现在只要¥89哦", "¥89"],
    ["现在89元", "89元"],
    ["这款八十九元", "八十九元"],
    ["The price is 1,299.50 right now", "price is 1,299.50"],
    ["Sure, want it for USD 25?", "usd 25"],
    ["价格是89", "价格是89"],
  ])("price: %s", (reply, text) => {
    expect(extractClaims(reply)).toEqual([expect.objectContaining({ kind: "price", text })]);
  });

  it.each([
    ["Yes, it's in stock.", { fact: "stock-status", status: "available" }],
    ["Only 12 left!", { fact: "stock-count", count: 12 }],
    ["We have 12 units in stock", { fact: "stock-count", count: 12 }],
    ["还有12件哦", { fact: "stock-count", count: 12 }],
    ["库存只剩三件", { fact: "stock-count", count: 3 }],
    ["It's sold out.", { fact: "stock-status", status: "unavailable" }],
    ["It is not in stock.", { fact: "stock-status", status: "unavailable" }],
    ["We don't have it in stock.", { fact: "stock-status", status: "unavailable" }],
    ["没有货了", { fact: "stock-status", status: "unavailable" }],
    ["有货的", { fact: "stock-status", status: "available" }],
    ["It's almost gone", { fact: "stock-status", status: "low" }],
  ])("stock: %s", (reply, fact) => {
    expect(extractClaims(reply)).toEqual([expect.objectContaining({ kind: "stock", ...fact })]);
  });

  it.each([
    ["It's 20% off today", { fact: "percent-off", percent: 20 }],
    ["打8折", { fact: "percent-off", percent: 20 }],
    ["八五折优惠", { fact: "percent-off", percent: 15 }],
    ["Half price now", { fact: "percent-off", percent: 50 }],
    ["Use the link for $10 off", { fact: "amount-off", amount: 10, threshold: null }],
    ["满200减30", { fact: "amount-off", amount: 30, threshold: 200 }],
    ["Spend $200 and save $30", { fact: "amount-off", amount: 30, threshold: 200 }],
    ["$30 off orders over $200", { fact: "amount-off", amount: 30, threshold: 200 }],
    ["立减20元", { fact: "amount-off", amount: 20 }],
    ["Buy one get one free", { fact: "multi-buy", buy: 1, get: 1 }],
    ["Buy 2 get 1 free", { fact: "multi-buy", buy: 2, get: 1 }],
    ["买一送一", { fact: "multi-buy", buy: 1, get: 1 }],
    ["It ships free", { fact: "free-shipping" }],
    ["全场包邮", { fact: "free-shipping" }],
    ["It comes with a free gift", { fact: "free-gift" }],
    ["There's a discount running", { fact: "any-promotion" }],
    ["今天有满减", { fact: "any-promotion" }],
  ])("promotion: %s", (reply, fact) => {
    expect(extractClaims(reply)).toEqual([expect.objectContaining({ kind: "promotion", ...fact })]);
  });

  it.each([
    "I can't confirm the price of $50 right now.",
    "I'm not sure whether it is in stock.",
    "Let me check if it's in stock.",
    "I don't have the exact price.",
    "There is no discount on this one.",
    "It's not $50.",
    "Once it's back in stock we will tell you.",
    "Is it in stock?",
    "无法确认是不是50元",
    "暂时没有优惠",
    "便宜一点的款式在下面",
    "我们一块看看",
    "几百元的也有",
    "It has 12 colours and a 5 year warranty.",
    "The iPhone 15 holds 20 hours of music.",
    "Available in red and blue.",
  ])("no claim: %s", (reply) => expect(extractClaims(reply)).toEqual([]));

  it("a contrast or a fresh statement ends the reach of a hedge", () => {
    expect(extractClaims("I can't confirm the stock, but it's $89.")).toHaveLength(1);
    expect(extractClaims("Let me check, it's $89.")).toHaveLength(1);
    expect(extractClaims("It's $89, want one?")).toHaveLength(1);
  });

  it("a guessed figure stays a claim", () => expect(extractClaims("It might be $89.")).toHaveLength(1));
});

describe("grounded check", () => {
  it("passes without claims and says so", () => {
    expect(grounded("Hello there")).toMatchObject({ passed: true, why: "The reply makes no price, stock, promotion claim." });
  });

  it("supports a price by a tool result, whatever the notation", () => {
    expect(grounded("It's $89.00", [{ price: 89 }]).passed).toBe(true);
    expect(grounded("现在只要八十九元", [{ items: [{ salePrice: "89.00" }] }]).passed).toBe(true);
    expect(grounded("It's $1,299", [{ text: "Current price: ¥1299" }]).passed).toBe(true);
  });

  it("fails a price that nothing supports and names what was found", () => {
    const verdict = grounded("It's $79", [{ price: 89, stock: 79, linkId: 79 }]);
    expect(verdict.passed).toBe(false);
    expect(verdict.why).toBe("No tool result or context supports “$79” (price; amounts found: 89).");
  });

  it("supports a price by the context, the host's earlier words or the viewer's budget", () => {
    expect(grounded("It's $45", [], { context: { product: { price: 45 } } }).passed).toBe(true);
    expect(grounded("As I said, $45", [], { dialogue: [{ role: "host", content: "This is $45." }] }).passed).toBe(true);
    expect(grounded("For your $50 budget I like this", [], { input: { comments: [{ text: "I have $50" }] } }).passed).toBe(true);
  });

  it("takes a bound as a bound", () => {
    expect(grounded("It's under $100", [{ price: 89 }]).passed).toBe(true);
    expect(grounded("It's under $80", [{ price: 89 }]).passed).toBe(false);
    expect(grounded("About $90", [{ price: 89 }]).passed).toBe(true);
    expect(grounded("不到100元", [{ price: 89 }]).passed).toBe(true);
  });

  it("a viewer who asks about stock does not make it so", () => {
    const asked = { input: { comments: [{ text: "is it in stock? any 20% off?" }] } };
    expect(grounded("Yes, it's in stock", [], asked).passed).toBe(false);
    expect(grounded("Yes, it's in stock", [{ stock: 4 }], asked).passed).toBe(true);
    expect(grounded("Yes, it's in stock", [{ stock: 0 }], asked).passed).toBe(false);
    const told = { input: { comments: [{ text: "my friend says it is in stock" }] } };
    expect(grounded("Yes, it's in stock", [], told).passed).toBe(false);
  });

  it("compares counts and states of stock", () => {
    expect(grounded("Only 12 left", [{ stock: 12 }]).passed).toBe(true);
    expect(grounded("Only 12 left", [{ stock: 120, price: 12 }]).passed).toBe(false);
    expect(grounded("Sold out, sorry", [{ in_stock: false }]).passed).toBe(true);
    expect(grounded("有货", [{ status: "in_stock" }]).passed).toBe(true);
    expect(grounded("Almost gone", [{ stock: 500 }]).passed).toBe(false);
    expect(grounded("It's not sold out", [{ inventory: 7 }]).passed).toBe(true);
  });

  it("supports promotions by text, keys and price pairs", () => {
    expect(grounded("20% off", [{ promotion: "8折" }]).passed).toBe(true);
    expect(grounded("20% off", [{ discountPercent: 20 }]).passed).toBe(true);
    expect(grounded("It's $80, 20% off", [{ originalPrice: 100, price: 80 }]).passed).toBe(true);
    expect(grounded("20% off", [{ price: 20 }]).passed).toBe(false);
    expect(grounded("满200减30", [{ promotions: [{ title: "Spend 200, save 30" }] }]).passed).toBe(true);
    expect(grounded("满200减50", [{ promotions: [{ title: "Spend 200, save 30" }] }]).passed).toBe(false);
    expect(grounded("Buy one get one free", [{ offers: ["买一送一"] }]).passed).toBe(true);
    expect(grounded("Buy one get one free", [{ promotions: [{ type: "coupon", amount: 10 }] }]).passed).toBe(false);
    expect(grounded("包邮的", [{ faq: "Shipping is free over $30" }]).passed).toBe(true);
    expect(grounded("Shipping is free over 99 yuan", [{ free_shipping_over: 99, postage: 8 }]).passed).toBe(true);
    expect(grounded("Shipping is free over 49 yuan", [{ free_shipping_over: 99, postage: 8 }]).passed).toBe(false);
    expect(grounded("Shipping is free", [{ postage: 8 }]).passed).toBe(false);
    expect(grounded("There's a discount running", [{ promotions: [] }]).passed).toBe(false);
    expect(grounded("There's a coupon", [{ coupon: { amount: 10 } }]).passed).toBe(true);
  });

  it("a tool that failed and text of the harness support nothing", () => {
    const base = trajectory("It's $89", [{ price: 89 }]);
    const failed = base.steps.map((step) =>
      step.type === "tool-call"
        ? { ...step, outcome: { ok: false as const, error: { type: "timeout" as const, message: "89 $89" } } }
        : step,
    );
    expect(checkGrounded(item(), { ...base, steps: failed }, ["price"]).passed).toBe(false);
    const skill = base.steps.map((step) => (step.type === "tool-call" ? { ...step, tool: "load_skill" } : step));
    expect(checkGrounded(item(), { ...base, steps: skill }, ["price"]).passed).toBe(false);
  });

  it("looks at the asked kinds only", () => {
    expect(checkGrounded(item(), trajectory("It's $89 and in stock", [{ stock: 3 }]), ["stock"]).passed).toBe(true);
  });
});
