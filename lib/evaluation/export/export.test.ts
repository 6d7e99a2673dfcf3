import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import type { ResultExportFormat } from "@/lib/contracts/result-export";
import { type CaseResult, NO_INCIDENTS, TrajectoryFeatures } from "@/lib/contracts/run";
import { sampleRow, sampleRun } from "@/lib/testing/evaluation-samples";
import { readXml, type XmlElement } from "@/lib/testing/read-xml";
import { runMetrics } from "../metrics";
import { csvCell } from "./csv";
import type { ExportSource } from "./export-source";
import { EXPORT_FORMS } from "./write-export";

const features = TrajectoryFeatures.parse({
  ...{ skills: [], tools: [], toolErrors: [], hooks: [], promptBlocks: [], stopReason: "replied", rounds: 1, retries: 0 },
});
const result = (overrides: Partial<CaseResult>): CaseResult => ({
  ...sampleRow(),
  checks: [],
  features,
  seed: 1,
  votes: [],
  ...overrides,
});

const totals = {
  ...{ prompt: null, completion: null, counted: 0, calls: 4 },
  incidents: NO_INCIDENTS,
  unscoredBy: { "judge-abstained": 1 },
};

const partOf = (one: CaseResult) =>
  one.state === "scored" ? ((one.accuracy ?? 1) < 1 || (one.effectiveness ?? 1) < 1 ? "wrong" : "right") : one.state;

function source(results: CaseResult[], more: Partial<ExportSource> = {}): ExportSource {
  const count = (own: CaseResult[], part: string) => own.filter((one) => partOf(one) === part).length;
  return {
    run: sampleRun(),
    metrics: runMetrics(results, { promptPrice: null, completionPrice: null }, totals),
    results: ({ category, part } = {}) =>
      results.filter((one) => (!category || one.category === category) && (!part || partOf(one) === part)),
    counts: () =>
      [...new Set(results.map((one) => one.category))].map((category) => {
        const own = results.filter((one) => one.category === category);
        const wallMs = own.reduce((sum, one) => sum + one.wallMs, 0);
        return {
          category,
          results: own.length,
          wrong: count(own, "wrong"),
          failed: count(own, "failed"),
          unscored: count(own, "unscored"),
          wallMs,
        };
      }),
    shows: "all",
    ...more,
  };
}

const HOSTILE = `<script>alert("x")</script> & ]]> \u0000\u001b\ud800 'q' 多少钱\nnext`;
const results = [
  result({ case: "right", reply: "fine" }),
  result({
    case: `wrong ${HOSTILE}`,
    category: HOSTILE,
    accuracy: 0,
    effectiveness: 0.5,
    comment: HOSTILE,
    reply: HOSTILE,
    failedChecks: ["price"],
    checks: [{ id: "price", kind: "reply-contains", metric: "accuracy", core: true, verdict: "failed", why: HOSTILE }],
  }),
  result({
    case: "none",
    state: "unscored",
    unscoredKind: "judge-abstained",
    reason: "no majority",
    accuracy: null,
    effectiveness: null,
  }),
  result({ case: "broke", state: "failed", reason: "The rounds ran out.", accuracy: 0, effectiveness: 0 }),
];
const written = (format: ResultExportFormat, from: ExportSource) => [...EXPORT_FORMS[format].write(from)].join("");

const find = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => find(child, name)),
];

describe("JUnit XML", () => {
  it("is well formed with whatever stands in the cases, and tells wrong, failed and unscored apart", () => {
    const root = readXml(written("junit", source(results)));
    expect(root.attributes).toMatchObject({ tests: "4", failures: "1", errors: "1", skipped: "1" });
    const suites = find(root, "testsuite");
    expect(suites.map((suite) => suite.children.length)).toEqual([3, 1]);
    expect(suites[0]?.attributes).toMatchObject({ name: "price", tests: "3", errors: "1", skipped: "1", failures: "0" });
    expect(find(root, "skipped")[0]?.attributes.message).toBe("judge-abstained: no majority");
    expect(find(root, "error")[0]?.attributes.message).toBe("The rounds ran out.");
    const [failure] = find(root, "failure");
    expect(failure?.attributes.message).toBe("Accuracy 0, Effectiveness 0.5");
    expect(failure?.text).toContain(`price: <script>alert("x")</script> & ]]> \ufffd\ufffd\ufffd 'q' 多少钱\nnext`);
  });

  it("numbers the repeats of a case", () => {
    const settings = { ...sampleRun().settings, repeats: 2 };
    const root = readXml(written("junit", source([result({}), result({ repeat: 1 })], { run: sampleRun({ settings }) })));
    expect(find(root, "testcase").map((test) => test.attributes.name)).toEqual(["c1 #1", "c1 #2"]);
  });
});

describe("CSV", () => {
  it("keeps every cell, and leaves scores that are not there empty", () => {
    const { data } = Papa.parse<Record<string, string>>(written("csv", source(results)).replace(/^\uFEFF/, ""), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map((row) => row.state)).toEqual(["scored", "scored", "unscored", "failed"]);
    expect(data[1]).toMatchObject({ accuracy: "0", effectiveness: "0.5", avg: "0.25", comment: HOSTILE });
    expect(data[2]).toMatchObject({ accuracy: "", avg: "", unscored_kind: "judge-abstained" });
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"])("does not let a spreadsheet run %j", (text) => {
    expect(Papa.parse<string[]>(csvCell(text), { delimiter: "," }).data[0]).toEqual([`'${text}`]);
  });

  it("leaves numbers below zero and other text alone", () => {
    expect([csvCell(-1), csvCell("a=1"), csvCell('a "b", c')]).toEqual(["-1", "a=1", '"a ""b"", c"']);
  });
});

describe("JSON Lines", () => {
  it("is a result a line, without verdicts and votes where those may not be told", () => {
    const lines = (shows: ExportSource["shows"]) =>
      written("jsonl", source(results, { shows }))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
    expect(lines("all")[1]).toMatchObject({ accuracy: 0, checks: [{ id: "price" }], votes: [] });
    expect(lines("scores")[1]).not.toHaveProperty("checks");
  });
});

describe("the HTML report", () => {
  const html = written("html", source(results));

  it("runs no script, loads nothing and lets no text out of its place", () => {
    expect(html).toContain(`default-src &#39;none&#39;`);
    expect(html).not.toMatch(/<script|<img|<link|\ssrc=|\shref=|url\(|https?:/i);
    expect(html).toContain("&lt;script&gt;");
  });

  it("says that the policy is a stand-in, the cases synthetic and the scores from checks", () => {
    expect(html).toMatch(/stand-in for a model/);
    expect(html).toMatch(/cases are synthetic/);
    expect(html).toMatch(/no judge was set/);
  });

  it("shows failed and wrong cases first, unscored ones by kind and each mean with its n", () => {
    const states = [...html.matchAll(/class="state (\w+)"/g)].map((match) => match[1]);
    expect(states).toEqual(["failed", "wrong", "unscored", "right"]);
    expect(html).toMatch(/1 unscored \(judge-abstained 1\)/);
    expect(html).toMatch(
      /Accuracy<\/th><td class="number">33\.3 %<\/td><td class="number">[^<]+ to [^<]+<\/td><td class="number">3<\/td><td class="number">1</,
    );
  });

  it("shows at most 2,000 cases and says so", () => {
    const many = Array.from({ length: 2_100 }, (_, index) => result({ case: `c${index}` }));
    const large = written("html", source(many));
    expect(large.match(/<details>/g)).toHaveLength(2_000);
    expect(large).toContain("The first 2000 of 2100 results");
  });

  it("names no case of a vault", () => {
    const vault = written("html", source(results, { shows: "none" }));
    expect(vault).not.toMatch(/<details>|judge-abstained: /);
    expect(vault).toMatch(/its cases are not shown/);
  });
});
