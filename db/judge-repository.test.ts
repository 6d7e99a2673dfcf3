import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CaseResult } from "@/lib/contracts/run";
import { storeSampleRun } from "@/lib/server/runs/sample-run";
import { sampleCase, sampleRow, sampleTrajectory } from "@/lib/testing/evaluation-samples";
import { sampleVote, voterEndpoint } from "@/lib/testing/judge-samples";
import { type OpenDatabase, openDatabase } from "./client";
import {
  endOfResults,
  findJudge,
  insertVoteTrajectories,
  listJudges,
  putJudge,
  readVoteTrajectory,
  sumVotes,
} from "./judge-repository";
import { prepareRunStatements } from "./result-inserts";

let folder: string;
let open: OpenDatabase;
let run: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "studio-db-"));
  open = openDatabase(join(folder, "studio.sqlite"));
  run = storeSampleRun(open.database, {
    cases: [sampleCase({ id: "c1" }), sampleCase({ id: "c2" })],
    endpoint: voterEndpoint("e"),
  });
});
afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

const features = {
  skills: [],
  tools: [],
  toolErrors: [],
  hooks: [],
  promptBlocks: [],
  stopReason: "replied",
  rounds: 1,
  retries: 0,
};

function store(id: string, votes: ReturnType<typeof sampleVote>[]) {
  const result = CaseResult.parse({ ...sampleRow({ run, case: id }), checks: [], features, seed: 1, votes });
  const { insert } = prepareRunStatements(open.database);
  open.database.transaction((tx) => {
    insert({ result, ordinal: id === "c1" ? 0 : 7, group: null, trajectory: sampleTrajectory(), reusable: null });
    insertVoteTrajectories(
      tx,
      run,
      id,
      0,
      votes.map((vote) => sampleTrajectory({ reply: vote.rationale })),
    );
  });
}

test("keeps what each voter did, by its place in the votes", () => {
  store("c1", [sampleVote({ rationale: "first" }), sampleVote({ voter: 1, rationale: "第二" })]);
  expect(readVoteTrajectory(open.database, run, "c1", 0, 1)?.reply).toBe("第二");
  expect(readVoteTrajectory(open.database, run, "c1", 0, 2)).toBeUndefined();
  expect(readVoteTrajectory(open.database, run, "c2", 0, 0)).toBeUndefined();
});

test("sums votes by voter and state, and tells unreported tokens from none", () => {
  const usage = { promptTokens: null, completionTokens: null, calls: 2 };
  store("c1", [sampleVote(), sampleVote({ voter: 1, state: "error", reason: "timeout", usage })]);
  store("c2", [sampleVote(), sampleVote({ voter: 1, state: "error", reason: "timeout", usage })]);
  expect(sumVotes(open.database, run, { from: 0, to: endOfResults(open.database, run) })).toEqual([
    { voter: 0, state: "voted", votes: 2, calls: 2, promptTokens: 200, completionTokens: 20 },
    { voter: 1, state: "error", votes: 2, calls: 4, promptTokens: null, completionTokens: null },
  ]);
  expect(endOfResults(open.database, run)).toBe(8);
  expect(sumVotes(open.database, run, { from: 0, to: 7 })).toMatchObject([{ votes: 1 }, { votes: 1 }]);
});

test("a judge has one current version; an earlier one comes back as it was, under the new name", () => {
  const at = (version: string, name: string, voter: string) => {
    const body = { id: "j", name, bundle: "b", bundleName: "B", voters: [voterEndpoint(voter)], version };
    putJudge(open.database, "sample", body, "2026-11-30T10:00:00.000Z");
  };
  at("v1", "J", "a");
  at("v2", "J", "b");
  expect(findJudge(open.database, "sample", "j")).toMatchObject({ version: "v2", voters: [{ id: "b" }] });
  at("v1", "K", "changed");
  expect(listJudges(open.database, "sample")).toMatchObject([{ version: "v1", name: "K", voters: [{ id: "a" }], runs: 0 }]);
});
