"use client";

import { CloseButton } from "@mantine/core";
import classes from "./review.module.css";
import type { StageNews } from "./stage-news";

interface StageNewsBarProps {
  news: readonly StageNews[];
  /** The live connection is lost. */
  interrupted: boolean;
  onEntry: (id: string) => void;
  onDismiss: () => void;
}

/** What other people have just done on this stage, and whether the page still hears of it. */
export function StageNewsBar({ news, interrupted, onEntry, onDismiss }: StageNewsBarProps) {
  return (
    <div className={classes.news} role="status" aria-label="News of this stage">
      {news.length > 0 ? (
        <div className={classes.newsRow}>
          <ul>
            {news.map((item) => (
              <li key={item.id}>
                {item.entry === null ? (
                  item.text
                ) : (
                  <button type="button" className={classes.link} onClick={() => onEntry(item.entry ?? "")}>
                    {item.text}
                  </button>
                )}
              </li>
            ))}
          </ul>
          <CloseButton size="sm" aria-label="Dismiss the news" onClick={onDismiss} />
        </div>
      ) : null}
      {interrupted ? (
        <p className={classes.faint}>The live connection is lost. Connecting again; decisions of others may be missing.</p>
      ) : null}
    </div>
  );
}
