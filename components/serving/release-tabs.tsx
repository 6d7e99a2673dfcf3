import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import classes from "./serving.module.css";

const tabs = [
  { id: "production", label: "Production", path: "/releases" },
  { id: "served", label: "Served", path: "/releases/served" },
  { id: "traffic", label: "Traffic", path: "/releases/traffic" },
  { id: "delivery", label: "Delivery", path: "/releases/delivery" },
] as const;

/** The pages of Releases: what the channels serve, what they served, between whom traffic is split, and who is told. */
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
