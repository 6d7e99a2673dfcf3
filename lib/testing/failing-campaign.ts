import type { Bundle } from "@/lib/contracts/harness";
import type { TestStudio } from "./test-studio";

export const WORD = "plain-sparrow";

/** Cases that ask about the word and that fail, since nothing makes the policy say `never <word>`. */
const failingCases = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `${WORD}-${index + 1}`,
      category: index % 2 === 0 ? "greeting" : "question",
      input: { comments: [{ text: `what about ${WORD} ${index + 1}?` }] },
      checks: [{ id: "says", metric: "accuracy", kind: "reply-contains", any: ["the ninth of never"] }],
    }),
  ).join("\n");

export interface FailingCampaign {
  /** Path of the campaign's stages in the API. */
  path: string;
  campaign: string;
  version: string;
  run: string;
  /** The second stage, which starts from the first one's run. */
  stage: string;
}

/** A campaign on the embedded policy whose first stage is evaluated, with a second stage to diagnose. */
export async function failingCampaign(studio: TestStudio, bundle: Bundle, cases = 5): Promise<FailingCampaign> {
  const post = async (where: string, body: object) => {
    const answer = await studio.call("POST", where, body);
    if (answer.status !== 200) throw new Error(`${where}: ${JSON.stringify(answer.body)} ${String(studio.reported)}`);
    return answer.body;
  };
  await post("/projects", { id: "p", name: "P" });
  const version = (await post("/projects/p/versions/import", { files: bundle })).version.hash;
  const text = failingCases(cases);
  const dataset = (await post("/projects/p/datasets/import", { name: "dev", role: "dev", text })).dataset.id;
  const made = await post("/projects/p/campaigns", { name: "C", endpoint: "embedded", dataset, version, seed: 1 });
  const path = `/projects/p/campaigns/${made.id}/stages`;
  const run = (await post(`${path}/${made.stages[0].id}/evaluate`, {})).id;
  for await (const _ of studio.studio.runner.progress(run, AbortSignal.timeout(20_000)));
  const stage = (await post(path, { parent: made.stages[0].id })).id;
  return { path, campaign: made.id, version, run, stage };
}
