import { metricWords } from "@/components/evolve/metric-words";
import { formatCount, formatPoints, plural } from "@/components/ui/format";
import { type Campaign, CLAUSE_LETTERS, type StopReplay } from "@/lib/contracts/evolution";

interface ReplayFact {
  label: string;
  value: string;
  note: string;
}

type StageName = (id: string | null) => string;

/** US dollars: "$0.12", "$12.30"; what is below a cent with more places. */
const money = (dollars: number) => `$${dollars < 0.01 && dollars > 0 ? dollars.toPrecision(1) : dollars.toFixed(2)}`;

/** What following the rule would have meant, as a few facts; those that nothing is known of are left out. */
export function replayFacts(
  { stoppedAfter, choice, saved, without, bestHeldOut }: StopReplay,
  nameOf: StageName,
  kind: Campaign["kind"] = "agent",
): ReplayFact[] {
  const words = metricWords(kind);
  const facts: ReplayFact[] = [
    {
      label: "It said stop after",
      value: stoppedAfter === null ? "never" : nameOf(stoppedAfter),
      note: `its checkpoint: ${nameOf(choice)}`,
    },
  ];
  if (saved !== null) {
    facts.push({
      label: "It would have saved",
      value: plural(saved.stages, "stage"),
      note: [
        plural(saved.cases, "case"),
        `${formatCount(saved.calls)} calls`,
        `${formatCount(saved.tokens)} tokens`,
        saved.cost === null ? "no price" : money(saved.cost),
      ].join(", "),
    });
  }
  if (without !== null) {
    const heldOut = without.heldOut === null ? "held-out not run" : `held-out ${formatPoints(without.heldOut)}`;
    const same = without.stage === choice;
    facts.push({
      label: "Going on came to",
      value: same ? "no change" : without.dev === null ? "–" : `${formatPoints(without.dev)} ${words.avgWithin}`,
      note: same
        ? "every stage after it was rejected"
        : `${nameOf(without.stage)} on the dev set; ${heldOut}; ${plural(without.brokenP0, "P0 case")} broken on the way`,
    });
  }
  if (bestHeldOut !== null) {
    const behind = bestHeldOut.behind;
    facts.push({
      label: "Best on the held-out set",
      value: nameOf(bestHeldOut.stage),
      note: `${words.avg} ${(bestHeldOut.avg * 100).toFixed(1)}; ${
        behind === null
          ? "the checkpoint was not run on it"
          : behind <= 0
            ? "the checkpoint itself"
            : `${(behind * 100).toFixed(1)} points above the checkpoint`
      }`,
    });
  }
  return facts;
}

export const LETTERS = Object.values(CLAUSE_LETTERS);

/** The letters of the clauses that held at a step. */
export const lettersOf = ({ clauses }: Pick<StopReplay["steps"][number], "clauses">): ReadonlySet<string> =>
  new Set(clauses.map((clause) => CLAUSE_LETTERS[clause]));
