"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { queries } from "@/lib/client/queries";
import classes from "./cases.module.css";
import { roleWords } from "./look-words";

/** Warns of cases that a set of another role has too: what is learnt on the one is then no news on the other. */
export function OverlapWarning({ project, dataset }: { project: string; dataset: string }) {
  const overlaps = useQuery(queries.datasets.overlaps.queryOptions({ input: { project, dataset } }));
  if (!overlaps.data || overlaps.data.length === 0) return null;
  return (
    <div className={classes.looks} data-worn role="alert">
      {overlaps.data.map((other) => (
        <p key={other.dataset}>
          <Icon name="warning" /> {plural(other.cases, "case")} of this set {other.cases === 1 ? "asks" : "ask"} the same as a
          case of the {roleWords[other.role]} <Link href={projectHref(project, `/cases/${other.dataset}`)}>{other.name}</Link>.
        </p>
      ))}
    </div>
  );
}
