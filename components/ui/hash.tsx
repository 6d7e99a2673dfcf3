"use client";
import { Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import Link from "next/link";
import classes from "./hash.module.css";
import { Icon } from "./icon";

/** A content hash, its first eight characters; the text is a link where `href` is given, the button copies all of it. */
export function Hash({ value, href, copy = true }: { value: string; href?: string; copy?: boolean }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  const short = value.slice(0, 8);
  return (
    <span className={classes.hash}>
      {href ? <Link href={href}>{short}</Link> : <span>{short}</span>}
      {copy && (
        <Tooltip label={clipboard.copied ? "Copied" : "Copy the whole hash"}>
          <button
            type="button"
            className={classes.copy}
            aria-label={`Copy hash ${short}`}
            onClick={(event) => {
              event.preventDefault();
              event.stopPropagation();
              clipboard.copy(value);
            }}
          >
            <Icon name={clipboard.copied ? "check" : "copy"} size={12} />
          </button>
        </Tooltip>
      )}
    </span>
  );
}
