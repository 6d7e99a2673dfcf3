"use client";
import { Icon } from "@/components/ui/icon";
import type { Dataset } from "@/lib/contracts/case";
import classes from "./cases.module.css";
import { lookWords } from "./look-words";

/** How worn a gate or vault set is, and what the next look may spend; nothing for a dev set. */
export function LookState({ dataset }: { dataset: Pick<Dataset, "role" | "looks"> }) {
  const words = lookWords(dataset.role, dataset.looks);
  if (words === null) return null;
  return (
    <p className={classes.looks} data-worn={words.worn || undefined} role={words.worn ? "alert" : undefined}>
      {words.worn ? <Icon name="warning" /> : null} {words.text}
    </p>
  );
}
