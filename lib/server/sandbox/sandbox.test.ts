import { afterAll, describe, expect, it } from "vitest";
import { createSandbox } from "./sandbox";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const handler = (body: string, top = "") =>
  `export const events = ["Stop"];\n${top}\nexport default function (event) {\n${body}\n}`;
const run = (code: string, payload: Record<string, string | number> = {}, timeoutMs = 250) =>
  sandbox.run({ name: "test", code, event: "Stop", payload, timeoutMs });
const error = async (code: string, timeoutMs = 250) => {
  const outcome = await run(code, {}, timeoutMs);
  return outcome.ok ? JSON.stringify(outcome.value) : outcome.error;
};
const value = async (code: string, payload: Record<string, string | number> = {}) => {
  const outcome = await run(code, payload);
  return outcome.ok ? outcome.value : outcome;
};
const works = async () => expect(await value(handler('return { decision: "allow" };'))).toEqual({ decision: "allow" });

describe("a hook", () => {
  it("reads the event and returns a decision", async () => {
    const code = handler('return { decision: "block", reason: event.event + event.reply };');
    expect(await value(code, { reply: "你好" })).toEqual({ decision: "block", reason: "Stop你好" });
  });
  it("may be asynchronous", async () => {
    const code = 'export const events = ["Stop"];\nexport default async () => { await null; return 1; }';
    expect(await value(code)).toBe(1);
  });
  it("may return nothing", async () => expect(await value(handler(""))).toBeNull());
  it("keeps no state from call to call", async () => {
    const code = handler(
      "count += 1; globalThis.seen = (globalThis.seen ?? 0) + 1; return [count, globalThis.seen];",
      "let count = 0;",
    );
    expect([await value(code), await value(code), await value(code)]).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
  });
  it("finds no bytes of an earlier call, not even in memory it filled", async () => {
    await value(handler("const bytes = new Uint8Array(6e6).fill(170); return bytes.length;"));
    const look = handler(
      "const bytes = new Uint32Array(2e6); for (const word of bytes.subarray(0, 2e5)) if (word) return word; return bytes[1_400_000];",
    );
    expect([await value(look), await value(look)]).toEqual([0, 0]);
  });
  it("starts with the memory that its module made, however large", async () => {
    const code = handler("const before = table[5]; table[5] = 9; return before;", "const table = new Uint8Array(9e6);");
    expect([await value(code), await value(code), await value(code)]).toEqual([0, 0, 0]);
  });
  it("cannot change what another hook sees", async () => {
    await value(
      handler("Object.prototype.decision = 'deny'; Array.prototype.map = null; JSON.stringify = () => 'x'; return {};"),
    );
    expect(await value(handler("return [typeof {}.decision, typeof [].map];"))).toEqual(["undefined", "function"]);
  });
  it("gets the same clock and random numbers every time", async () => {
    const code = handler("return [Math.random(), Date.now(), new Date().toISOString(), new Date(0).getTime()];");
    const first = await value(code);
    expect(first).toEqual([expect.any(Number), 1_767_225_600_000, "2026-01-01T00:00:00.000Z", 0]);
    expect(await value(code)).toEqual(first);
  });
  it("has no way out", async () => {
    const names = ["process", "require", "fetch", "setTimeout", "WebAssembly", "console", "std", "os", "performance", "Worker"];
    expect(await value(handler(`return [${names.map((name) => `typeof ${name}`).join(", ")}];`))).toEqual(
      names.map(() => "undefined"),
    );
  });
  it("cannot import", async () => expect(await error(`import "node:fs";\n${handler("return 1;")}`)).toMatch(/threw|syntax/));
});

describe("a hook that misbehaves is stopped, and the next one runs:", () => {
  it("a syntax error", async () => expect(await error("export default function ( {")).toBe("syntax"));
  it("no handler", async () => expect(await error("export const events = [];")).toBe("bad-result"));
  it("a throw", async () => {
    expect(await run(handler('throw new TypeError("no");'))).toMatchObject({
      ok: false,
      error: "threw",
      message: "TypeError: no",
    });
  });
  it("a throw of null", async () => expect(await error(handler("throw null;"))).toBe("threw"));
  it("a throw when it is loaded", async () =>
    expect(await error(handler("return 1;", 'throw new Error("early");'))).toBe("threw"));
  it("an endless loop", async () => expect(await error(handler("for (;;) {}"), 50)).toBe("timeout"));
  it("an endless loop that catches everything", async () =>
    expect(await error(handler("for (;;) { try { for (;;) {} } catch {} }"), 50)).toBe("timeout"));
  it("an endless loop when it is loaded", async () =>
    expect(await error(handler("return 1;", "for (;;) {}"), 50)).toBe("timeout"));
  it("an endless native loop", async () => {
    expect(await error(handler("return [].includes.call({ length: 2 ** 53 - 1 }, 1);"), 50)).toBe("timeout");
    await works();
  });
  it("a gigabyte of memory", async () => {
    expect(await error(handler("const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));"), 3_000)).toBe("memory");
    await works();
  });
  it("a string that doubles", async () => {
    expect(await error(handler('let text = "x"; for (;;) text += text;'), 3_000)).not.toContain("{");
    await works();
  });
  it("many small objects", async () => {
    expect(await error(handler("const all = []; for (;;) all.push({ n: all.length });"), 5_000)).toBe("memory");
    await works();
  });
  it("endless recursion", async () => {
    expect(await error(handler("const deeper = () => 1 + deeper(); return deeper();"), 1_000)).toMatch(/threw|memory/);
    await works();
  });
  it("a huge result", async () => expect(await error(handler('return "x".repeat(5e6);'), 2_000)).toBe("bad-result"));
  it("a result that throws when it is read", async () =>
    expect(await error(handler('return { get decision() { throw new Error("trap"); } };'))).toBe("bad-result"));
  it("a result with a toJSON of its own that loops", async () =>
    expect(await error(handler("return { toJSON() { for (;;) {} } };"), 50)).toMatch(/timeout/));
  it("a result in a ring", async () =>
    expect(await error(handler("const ring = {}; ring.ring = ring; return ring;"))).toBe("bad-result"));
  it("a proxy", async () =>
    expect(await error(handler("return new Proxy({}, { ownKeys() { throw new Error('trap'); } });"))).toBe("bad-result"));
  it("an error whose message throws", async () => {
    expect(
      await error(handler('throw { get message() { throw new Error("trap"); }, get name() { for (;;) {} } };'), 100),
    ).not.toContain("{");
    await works();
  });
  it("a __proto__ in the result stays data", async () => {
    const result = await value(handler('return JSON.parse(\'{"__proto__": {"polluted": true}}\');'));
    expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true}}');
    expect("polluted" in {}).toBe(false);
  });
  it("a promise that never settles", async () =>
    expect(await error('export const events = ["Stop"];\nexport default () => new Promise(() => {});')).toBe("bad-result"));
  it("a promise chain without an end", async () => {
    const code =
      'export const events = ["Stop"];\nexport default () => { const next = () => Promise.resolve().then(next); return next(); };';
    expect(await error(code, 100)).toMatch(/bad-result|timeout/);
    await works();
  });
  it("a rejected promise", async () =>
    expect(await error('export const events = ["Stop"];\nexport default async () => { throw new Error("no"); }')).toBe("threw"));
});

it("calls wait for a free thread and all get their own answer", async () => {
  const code = handler("return event.n;");
  const values = await Promise.all(Array.from({ length: 200 }, (_, n) => value(code, { n })));
  expect(values).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

it("a stuck hook leaves the other threads to their work", async () => {
  const stuck = error(handler("return [].includes.call({ length: 2 ** 53 - 1 }, 1);"), 300);
  await works();
  expect(await stuck).toBe("timeout");
});

it("a closed sandbox says so", async () => {
  const other = createSandbox({ threads: 1 });
  await other.run({ name: "a", code: handler("return 1;"), event: "Stop", payload: {}, timeoutMs: 100 });
  await other.close();
  expect(await other.run({ name: "a", code: handler("return 1;"), event: "Stop", payload: {}, timeoutMs: 100 })).toMatchObject({
    ok: false,
    error: "unavailable",
  });
});

it("hooks that wait behind a stuck one are run by another thread", async () => {
  const single = createSandbox({ threads: 1 });
  const send = (body: string, timeoutMs: number) =>
    single.run({ name: "a", code: handler(body), event: "Stop", payload: {}, timeoutMs });
  const outcomes = await Promise.all([
    send("return 1;", 250),
    send("return [].includes.call({ length: 2 ** 53 - 1 }, 1);", 50),
    send("return 2;", 250),
    send("return 3;", 250),
  ]);
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.error))).toEqual([1, "timeout", 2, 3]);
  await single.close();
});
