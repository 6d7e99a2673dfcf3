import classes from "./evolve.module.css";

/** Text of a model, a person or a file as it is, in a frame of its own that scrolls. */
export function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.pre} tabIndex={0} aria-label={label}>
      {text}
    </section>
  );
}
