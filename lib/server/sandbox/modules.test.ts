import { afterAll, describe, expect, it } from "vitest";
import type { JsonValue } from "@/lib/contracts/ids";
import type { HostAnswer } from "@/lib/contracts/module";
import { createSandbox } from "./sandbox";

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const pass = (body: string, answers: HostAnswer[] = [], timeoutMs = 250, input: JsonValue = { n: 2 }) =>
  sandbox.runModule({
    slot: "planning",
    code: `export default async function (input, host) {\n${body}\n}`,
    input,
    answers,
    timeoutMs,
  });
const found: HostAnswer = { ok: true, result: { price: 89 } };

describe("a module", () => {
  it("returns its result and what it emitted", async () => {
    expect(await pass("host.emit({ step: input.n }); return { directive: 'look' };")).toMatchObject({
      ok: true,
      value: { directive: "look" },
      notes: [{ step: 2 }],
    });
  });
  it("stands at a host call until its answer is known, then goes on", async () => {
    const body = "const got = await host.callTool('price', { link: 3 }); return { directive: String(got.result.price) };";
    expect(await pass(body)).toMatchObject({
      ok: true,
      waiting: [{ kind: "tool", name: "price", arguments: { link: 3 } }],
    });
    expect(await pass(body, [found])).toMatchObject({ ok: true, value: { directive: "89" } });
  });
  it("asks for calls made side by side together", async () => {
    const body = "const all = await Promise.all([host.callTool('a'), host.callModel(), host.callTool('b')]); return all.length;";
    const first = await pass(body);
    expect(first.ok && "waiting" in first && first.waiting.map(({ kind }) => kind)).toEqual(["tool", "model", "tool"]);
    expect(await pass(body, [found, found, found])).toMatchObject({ ok: true, value: 3 });
  });
  it("may be synchronous, and may return nothing", async () => {
    const code = "export default (input) => ({ directive: typeof input });";
    expect(await sandbox.runModule({ slot: "planning", code, input: {}, answers: [], timeoutMs: 250 })).toMatchObject({
      value: { directive: "object" },
    });
    expect(await pass("")).toMatchObject({ ok: true, value: null });
  });
  it("keeps nothing from pass to pass but the answers", async () => {
    const code =
      "let count = 0; export default async (input, host) => { count += 1; globalThis.seen = (globalThis.seen ?? 0) + 1; await host.callTool('a'); return [count, globalThis.seen, Math.random()]; };";
    const run = (answers: HostAnswer[]) => sandbox.runModule({ slot: "memory", code, input: {}, answers, timeoutMs: 250 });
    await run([]);
    const [one, two] = [await run([found]), await run([found])];
    expect(one).toMatchObject({ value: [1, 1, expect.any(Number)] });
    expect(one.ok && "value" in one && two.ok && "value" in two && one.value).toEqual(two.ok && "value" in two && two.value);
  });
});

describe("a module that misbehaves is stopped, and the next one runs:", () => {
  const works = async () => expect(await pass("return { directive: 'fine' };")).toMatchObject({ ok: true });
  const misbehaviour: [string, string, RegExp][] = [
    ["a throw", "throw new Error('no');", /^threw$/],
    ["a rejection after a host call", "await null; throw new Error('later');", /^threw$/],
    ["a loop", "for (;;) {}", /^timeout$/],
    ["a loop after an await", "await null; for (;;) {}", /^timeout$/],
    [
      "a flood of promises",
      "const again = async () => { await null; return again(); }; return again();",
      /^(threw|timeout|memory)$/,
    ],
    ["a fan of promises", "for (;;) Promise.resolve().then(() => {});", /^(threw|timeout|memory)$/],
    ["deep recursion", "const deeper = () => 1 + deeper(); return deeper();", /^(threw|memory)$/],
    ["a promise that is never settled", "return new Promise(() => {});", /^bad-result$/],
    ["a huge result", "return 'x'.repeat(5e6);", /^bad-result$/],
    ["a huge host call", "return host.callTool('x'.repeat(5e6));", /^bad-result$/],
    ["a host call of no known kind", "return host.callTool(undefined, { a: 1 });", /^bad-result$/],
    ["arguments that are no object", "return host.callTool('price', 7);", /^bad-result$/],
    ["too many host calls at once", "return Promise.all(Array.from({ length: 500 }, () => host.callTool('a')));", /^bad-result$/],
    ["a memory bomb", "const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));", /^(memory|timeout)$/],
  ];
  it.each(misbehaviour)("%s", async (_name, body, expected) => {
    const outcome = await pass(body, [], 300);
    expect(outcome.ok ? "ok" : outcome.error).toMatch(expected);
    await works();
  });
  it("changed prototypes reach neither the answer nor the next module", async () => {
    await pass("Promise.prototype.then = () => 0; Array.prototype.push = () => 0; JSON.stringify = () => 'x'; return {};");
    expect(await pass("return [typeof [].push, JSON.stringify([1])];")).toMatchObject({ value: ["function", "[1]"] });
  });
  it("the host object cannot be changed and leads nowhere", async () => {
    const body =
      "'use strict'; try { host.callTool = 1; } catch {} return [typeof host.callTool, Object.keys(host).sort().join(), typeof host.constructor.constructor('return typeof process')()];";
    expect(await pass(body)).toMatchObject({ value: ["function", "callModel,callTool,emit", "string"] });
    expect(
      await pass("return host.constructor.constructor('return typeof process + typeof fetch + typeof require')();"),
    ).toMatchObject({
      value: "undefinedundefinedundefined",
    });
  });
});
