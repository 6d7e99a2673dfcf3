"use client";
import Link from "next/link";
import classes from "./settings.module.css";

/** The pages beside the settings proper. */
export function SettingsLinks() {
  return (
    <nav aria-label="Settings" className={classes.verdict}>
      <Link href="/settings/people">People</Link>
      <Link href="/settings/tokens">Tokens</Link>
      <Link href="/settings/storage">Storage</Link>
      <Link href="/settings/audit">Audit log</Link>
    </nav>
  );
}
