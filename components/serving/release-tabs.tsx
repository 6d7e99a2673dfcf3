import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import classes from "./serving.module.css";

const tabs = [
  { id: "production", label: "Production", path: "/releases" },
  { id: "served", label: "Served", path: "/releases/served" },
] as const;

/** The two pages of Releases: what production serves, and the requests that it served. */
export function ReleaseTabs({ project, current }: { project: string; current: (typeof tabs)[number]["id"] }) {
  return (
    <nav aria-label="Releases" className={classes.tabs}>
      {tabs.map(({ id, label, path }) => (
        <Link key={id} href={projectHref(project, path)} aria-current={id === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
