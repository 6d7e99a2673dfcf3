import classes from "./key-hint.module.css";

const names: Record<string, string> = { mod: "Ctrl", Enter: "Enter", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓" };

/** Keys as they are printed on the keyboard: "mod+k" → Ctrl K, "g h" → g h. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className={classes.hint}>
      {keys.split(/[ +]/).map((key) => (
        <kbd key={key} className={classes.key}>
          {names[key] ?? key}
        </kbd>
      ))}
    </span>
  );
}
