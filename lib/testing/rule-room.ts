import { Cluster, Diagnosis, Entry, Stage } from "@/lib/contracts/evolution";
import { hashText } from "@/lib/harness/hash";
import { openTestStudio, type TestStudio } from "./test-studio";
import { delta, sendStream, startWireServer, usageChunk, type WireServer } from "./wire-server";

const PROMPT = "prompt/01-role.md";

/** A case of the room: a viewer asks about its id, and the reply must hold its word. */
export interface RuleCase {
  id: string;
  word: string;
  priority?: "P0" | "P1";
  category?: string;
}

/** An entry that adds one line to the prompt, with what is said of it. */
export interface RuleEntry {
  id: string;
  line: string;
  /** The line that it is inserted after; by default one of the base. */
  after?: string;
  status?: Entry["status"];
  predictedFixes?: string[];
  predictedRisks?: string[];
  touched?: string[];
}

export interface RuleRoom {
  studio: TestStudio;
  policy: WireServer;
  /** Holds answers back while it is set; resolves what waits when it is called. */
  hold(): () => void;
  /** `/projects/p/campaigns/…/stages`. */
  path: string;
  campaign: string;
  version: string;
  dataset: string;
  /** The evaluated first stage and its run. */
  first: string;
  run: string;
  /** The stage with the entries, at its confirmation. */
  stage: string;
  post(path: string, body: object, actor?: string): ReturnType<TestStudio["call"]>;
  /** Accepts every entry of the stage, applies them and answers the evaluated stage. */
  evaluated(settings?: object): Promise<Stage>;
  /** Waits until a run has ended. */
  ended(run: string): Promise<void>;
  close(): Promise<void>;
}

const textOf = (body: unknown, roles: readonly string[]): string => {
  const { messages } = body as { messages: { role: string; content: unknown }[] };
  return messages
    .filter(({ role }) => roles.includes(role))
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
    .join("\n");
};

/** Obeys the lines of its prompt: `On <id> say <word>.` and `Never say <word>.` are all it knows. */
function obey(body: unknown): string {
  const rules = textOf(body, ["system", "developer"]);
  const asked = textOf(body, ["user"]);
  const never = new Set([...rules.matchAll(/Never say (\S+)\./g)].map((match) => match[1]));
  const words = [...rules.matchAll(/On (\S+) say (\S+)\./g)]
    .filter((match) => new RegExp(`\\b${match[1]}\\b`).test(asked))
    .map((match) => match[2])
    .filter((word) => !never.has(word));
  return ["Well", ...words].join(" ");
}

export const promptOf = (lines: readonly string[]): string =>
  `---\norder: 1\n---\nYou answer.\n${lines.map((line) => `${line}\n`).join("")}`;

const caseLine = ({ id, word, priority = "P1", category = "general" }: RuleCase): string =>
  JSON.stringify({
    ...{ id, category, priority },
    input: { comments: [{ text: `what about ${id}` }] },
    checks: [{ id: "word", metric: "accuracy", kind: "reply-contains", any: [word] }],
  });

export function ruleEntry(stage: string, base: string, order: number, entry: RuleEntry): Entry {
  const text = `${entry.line}\n`;
  const status = entry.status ?? "proposed";
  return Entry.parse({
    ...{ id: entry.id, stage, order, status, cluster: "c1", title: `Entry ${entry.id}`, component: "prompt", owner: "prompt" },
    ...{ whyLevel: "The prompt holds it.", reason: "It fails.", evidence: [] },
    operations: [
      {
        op: "insert-after",
        anchor: { path: PROMPT, baseHash: hashText(base), text: `${entry.after ?? "You answer."}\n`, count: 1 },
        text,
      },
    ],
    predictedFixes: entry.predictedFixes ?? [],
    predictedRisks: entry.predictedRisks ?? [],
    changes: [{ path: PROMPT, kind: "prompt", base, head: base.replace("You answer.\n", `You answer.\n${text}`) }],
    touched: entry.touched ?? [],
    ...{ tokensAdded: 3, diagnostics: [], rejectionReason: null, decidedBy: null, decidedAt: null, revision: 1 },
  });
}

/** Puts a diagnosis and its entries where an analyst would have put them: there is no other door for made-up ones. */
function plant({ studio }: TestStudio, stage: string, diagnosis: Diagnosis, entries: readonly Entry[]): void {
  const { $client: client } = studio.database;
  client.prepare("insert into diagnoses (stage, body) values (?, ?)").run(stage, JSON.stringify(diagnosis));
  const insert = client.prepare(`insert into entries (id, stage, "order", status, revision, body) values (?, ?, ?, ?, ?, ?)`);
  for (const entry of entries) {
    insert.run(entry.id, stage, entry.order, entry.status, entry.revision, JSON.stringify(entry));
  }
  client.prepare("update stages set step = 'confirm' where id = ?").run(stage);
}

/**
 * A campaign on a small policy behind a real socket that does what the lines of its prompt say, so that a test can plant an
 * entry that helps and one that hurts. Its second stage has the entries and one cluster of the failing cases.
 */
export async function openRuleRoom(room: {
  cases: RuleCase[];
  rules: string[];
  entries: RuleEntry[];
  price?: number;
}): Promise<RuleRoom> {
  const studio = openTestStudio();
  let gate: Promise<void> | null = null;
  const policy = await startWireServer((response, body) => {
    const answer = () =>
      sendStream(response, [delta({ role: "assistant", content: obey(body) }), delta({}, "stop"), usageChunk(100, 10)]);
    void (gate ?? Promise.resolve()).then(answer);
  });
  const post: RuleRoom["post"] = (path, body, actor) => studio.call("POST", path, body, actor);
  const ended = async (run: string) => {
    for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  };
  const evaluated = async (settings: object = {}): Promise<Stage> => {
    const own = `${path}/${stage}`;
    for (const { id } of room.entries) await post(`${own}/entries/${id}`, { revision: 1, action: "accept" });
    await post(`${own}/apply`, {});
    await ended((await post(`${own}/evaluate`, settings)).body.id);
    return Stage.parse((await studio.call("GET", own)).body);
  };
  await post("/projects", { id: "p", name: "P" });
  const price = { promptPrice: room.price ?? null, completionPrice: room.price ?? null };
  await studio.call("PUT", "/endpoints/rules", { id: "rules", name: "Rules", baseUrl: policy.url, model: "m", ...price });
  const base = promptOf(room.rules);
  const files = {
    "harness.yaml": "name: Rules\ndescription: For tests.\nrequireReplySkill: false\nlimits:\n  callAttempts: 1\n",
    [PROMPT]: base,
  };
  const version: string = (await post("/projects/p/versions/import", { files })).body.version.hash;
  const text = `${room.cases.map(caseLine).join("\n")}\n`;
  const dataset: string = (await post("/projects/p/datasets/import", { name: "dev", role: "dev", text })).body.dataset.id;
  const made = (await post("/projects/p/campaigns", { name: "C", endpoint: "rules", dataset, version, seed: 1 })).body;
  const path = `/projects/p/campaigns/${made.id}/stages`;
  const first: string = made.stages[0].id;
  const run: string = (await post(`${path}/${first}/evaluate`, {})).body.id;
  await ended(run);
  const stage: string = (await post(path, { parent: first })).body.id;
  const known = new Set(room.rules.flatMap((line) => /^On (\S+) say/.exec(line)?.[1] ?? []));
  const failing = room.cases.map(({ id }) => id).filter((id) => !known.has(id));
  const cluster = Cluster.parse({
    ...{ id: "c1", label: "No rule", cause: "No rule covers it.", owner: "prompt", cases: failing, share: 1 },
    ...{ categories: [], failedChecks: [], medoid: failing[0] ?? "", boundary: null, nearMisses: [], quotes: [] },
    ...{ stability: 1, contrast: [], longTail: false },
  });
  const diagnosis = Diagnosis.parse({
    ...{ analyst: { kind: "heuristic", endpoint: null }, run, status: "completed", failures: failing.length },
    ...{ quarantined: 0, clusters: [cluster], invalid: [], error: null, at: "2026-01-01T00:00:00.000Z" },
  });
  plant(
    studio,
    stage,
    diagnosis,
    room.entries.map((entry, order) => ruleEntry(stage, base, order, entry)),
  );
  return {
    ...{ studio, policy, path, campaign: made.id, version, dataset, first, run, stage, post, ended, evaluated },
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = null;
        open();
      };
    },
    async close() {
      await studio.close();
      await policy.close();
    },
  };
}
