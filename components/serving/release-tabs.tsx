import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import classes from "./serving.module.css";

const tabs = [
  { id: "channels", label: "Channels", path: "/releases" },
  { id: "gates", label: "Gates", path: "/releases/gates" },
  { id: "traffic", label: "Traffic", path: "/releases/traffic" },
  { id: "delivery", label: "Delivery", path: "/releases/delivery" },
  { id: "served", label: "Served requests", path: "/releases/served" },
] as const;

/** The pages of Releases: what the channels serve, what they must pass, who gets what, who is told, and what was answered. */
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
