import classes from "./mark.module.css";

const marks = {
  "stand-in policy": "Answered by the embedded policy, a deterministic program that stands in for a model.",
  heuristic: "Made by the built-in heuristic analyst, a program, not a model.",
  judge: "A harness of kind judge: it grades replies and answers no viewer.",
  labels: "Replies with human labels, on which judges are run.",
  synthetic: "The cases are synthetic: generated, not collected from users.",
} as const;

export type MarkKind = keyof typeof marks;

/** The small, constant mark wherever such results appear. */
export function Mark({ kind }: { kind: MarkKind }) {
  return (
    <span className={classes.mark} title={marks[kind]}>
      {kind}
    </span>
  );
}
