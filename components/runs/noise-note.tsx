"use client";

import Link from "next/link";
import { formatShare, plural } from "@/components/ui/format";
import type { Comparison } from "@/lib/contracts/run";
import { MeasureNoise } from "./measure-noise";
import classes from "./runs.module.css";

/** How many cases were paired, and what two equal runs of these versions differ by, with the button that measures it. */
export function NoiseNote({ comparison }: { comparison: Comparison }) {
  const { noise, head, paired, unpaired } = comparison;
  return (
    <div className={classes.noise}>
      <span className={classes.small}>
        {plural(paired, "case")} paired, {plural(unpaired, "case")} not scored in both.{" "}
        {noise === null ? (
          "What two equal runs differ by was not measured."
        ) : (
          <>
            Two equal runs differ by up to {formatShare(noise.accuracy)} points of Accuracy, {formatShare(noise.effectiveness)} of
            Effectiveness, {formatShare(noise.avg)} of AVG, measured on{" "}
            {noise.pairs.map((pair, index) => (
              <span key={pair.run}>
                {index > 0 ? ", " : ""}
                <Link
                  className={classes.inText}
                  href={`/p/${head.project}/runs/compare?base=${pair.base}&head=${pair.run}`}
                  aria-label={`A/A pair ${index + 1}`}
                >
                  pair {index + 1}
                </Link>
              </span>
            ))}
            .
          </>
        )}
      </span>
      <MeasureNoise run={head} />
    </div>
  );
}
