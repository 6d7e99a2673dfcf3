import type { ForesightScore } from "@/lib/contracts/evolution";

/** What the entries of a stage said, and what came of it: ids of cases. */
interface Foretold {
  predictedFixes: Iterable<string>;
  predictedRisks: Iterable<string>;
  /** The passing cases that the entries touch. */
  touched: Iterable<string>;
  fixed: Iterable<string>;
  broken: Iterable<string>;
  /** Passing cases of the run before, touched or not. */
  passing: number;
}

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function overlap(said: ReadonlySet<string>, came: ReadonlySet<string>) {
  const both = [...said].filter((id) => came.has(id)).length;
  return { precision: shareOf(both, said.size), recall: shareOf(both, came.size) };
}

/** How far a stage's entries foresaw what it did: shares from 0 to 1, null where there is nothing to divide by. */
export function foresightScore(foretold: Foretold): ForesightScore {
  const [fixed, broken, touched] = [new Set(foretold.fixed), new Set(foretold.broken), new Set(foretold.touched)];
  const fixes = overlap(new Set(foretold.predictedFixes), fixed);
  const risks = overlap(new Set(foretold.predictedRisks), broken);
  return {
    fixPrecision: fixes.precision,
    fixRecall: fixes.recall,
    riskPrecision: risks.precision,
    riskRecall: risks.recall,
    touchSetRecall: overlap(touched, broken).recall,
    touchSetShare: foretold.passing === 0 ? null : Math.min(1, touched.size / foretold.passing),
  };
}
