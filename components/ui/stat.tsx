import classes from "./stat.module.css";

/** A figure with its label above and its detail below. Set several in a `Stats` row. */
export function Stat({ label, value, detail }: { label: React.ReactNode; value: React.ReactNode; detail?: React.ReactNode }) {
  return (
    <div className={classes.stat}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.body}>
        <div className={classes.value}>{value}</div>
        {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      </dd>
    </div>
  );
}

export function Stats({ children }: { children: React.ReactNode }) {
  return <dl className={classes.stats}>{children}</dl>;
}
