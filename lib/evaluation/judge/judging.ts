import type { JudgeVersion, RunJudging, VoterUsage } from "@/lib/contracts/judge";

/** Votes of one voter that ended in one state, with what they used in all. */
interface VoteSum {
  voter: number;
  state: "voted" | "abstained" | "error";
  votes: number;
  calls: number;
  promptTokens: number | null;
  completionTokens: number | null;
}

/** What judging a run came to and cost, by voter in the order of the judge; prices are those the judge version holds. */
export function judgingOf(judge: JudgeVersion | null, sums: readonly VoteSum[]): RunJudging {
  const voters = (judge?.voters ?? []).map((endpoint, voter): VoterUsage => {
    const own = sums.filter((sum) => sum.voter === voter);
    const votes = (state: VoteSum["state"]) => total(own.filter((sum) => sum.state === state).map((sum) => sum.votes)) ?? 0;
    const promptTokens = total(own.map((sum) => sum.promptTokens));
    const completionTokens = total(own.map((sum) => sum.completionTokens));
    const { promptPrice, completionPrice } = endpoint;
    const priced = promptTokens !== null && completionTokens !== null && promptPrice !== null && completionPrice !== null;
    return {
      voter,
      endpoint: endpoint.name,
      model: endpoint.model,
      voted: votes("voted"),
      abstained: votes("abstained"),
      failed: votes("error"),
      calls: total(own.map((sum) => sum.calls)) ?? 0,
      promptTokens,
      completionTokens,
      cost: priced ? (promptTokens * promptPrice + completionTokens * completionPrice) / 1_000_000 : null,
    };
  });
  return { judge, voters, cost: total(voters.map((voter) => voter.cost)) };
}

function total(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0);
}
