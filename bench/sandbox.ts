/**
 * How long after its limit code that misbehaves is really stopped, and whether the next call works: the hostile programs of
 * the sandbox's tests, each three times, as hooks or as modules, with a limit of 200 ms of processor time.
 *
 * npm run bench -- sandbox [--json]
 */
import { parseArgs } from "node:util";
import { createSandbox } from "@/lib/server/sandbox";

const LIMIT_MS = 200;
const TURNS = 3;
const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const ATTACKS: Record<string, string> = {
  "endless loop": "for (;;) {}",
  "endless loop in a catch": "for (;;) { try { for (;;) {} } catch {} }",
  "endless native loop": "return [].includes.call({ length: 2 ** 53 - 1 }, 1);",
  "endless sort": "return Array.from({ length: 3e5 }, (_, i) => i).sort(() => { for (;;) {} });",
  "hostile pattern": "return /^(a+)+$/.test('a'.repeat(40) + 'b');",
  "deep recursion": "const deeper = () => 1 + deeper(); return deeper();",
  "memory bomb": "const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));",
  "many small objects": "const all = []; for (;;) all.push({ n: all.length });",
  "string that doubles": "let text = 'x'; for (;;) text += text;",
  "huge output": "return 'x'.repeat(2e7);",
  "prototype tricks":
    "Object.prototype.then = (f) => f(1); Array.prototype.push = null; JSON.stringify = () => { for (;;) {} }; return {};",
  "proxy trap": "return new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } });",
  "promise flood": "const again = async () => { await null; return again(); }; return again();",
  "promise fan": "for (;;) Promise.resolve().then(() => {});",
};

const sandbox = createSandbox();
const GOOD = "export const events = ['Stop']; export default () => ({ decision: 'allow' });";
const hook = (code: string) => sandbox.run({ name: "attack", code, event: "Stop", payload: {}, timeoutMs: LIMIT_MS });
const module = (code: string) => sandbox.runModule({ slot: "planning", code, input: {}, answers: [], timeoutMs: LIMIT_MS });
await hook(GOOD);

interface Row {
  attack: string;
  as: string;
  outcome: string;
  /** Milliseconds beyond the limit, most of three; negative where it was stopped before. */
  overMs: number;
  nextCall: string;
}
const rows: Row[] = [];
for (const [attack, body] of Object.entries(ATTACKS)) {
  for (const as of ["hook", "module"]) {
    let overMs = Number.NEGATIVE_INFINITY;
    let outcome = "";
    let next = true;
    for (let turn = 0; turn < TURNS; turn++) {
      const from = performance.now();
      const stopped =
        as === "hook"
          ? await hook(`export const events = ["Stop"];\nexport default function (event) { ${body} }`)
          : await module(`export default async function (input, host) { ${body} }`);
      overMs = Math.max(overMs, performance.now() - from - LIMIT_MS);
      outcome = stopped.ok ? "returned" : stopped.error;
      next &&= (await hook(GOOD)).ok;
    }
    rows.push({ attack, as, outcome, overMs: Math.round(overMs), nextCall: next ? "works" : "fails" });
  }
}
await sandbox.close();
const most = Math.max(...rows.map(({ overMs }) => overMs));
if (values.json) console.log(JSON.stringify({ limitMs: LIMIT_MS, mostOverMs: most, rows }));
else {
  console.log(`attack                    as      outcome     ms over ${LIMIT_MS}  next call`);
  for (const row of rows)
    console.log(
      `${row.attack.padEnd(25)} ${row.as.padEnd(7)} ${row.outcome.padEnd(11)} ${String(row.overMs).padStart(11)}  ${row.nextCall}`,
    );
  console.log(`At most ${most} ms beyond the limit.`);
}
