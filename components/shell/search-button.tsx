"use client";
import { Icon } from "@/components/ui/icon";
import { KeyHint } from "@/components/ui/key-hint";
import { openPalette } from "./command-palette";
import classes from "./shell.module.css";

export function SearchButton() {
  return (
    <button type="button" className={`${classes.quiet} ${classes.find}`} onClick={openPalette} aria-label="Find">
      <Icon name="search" />
      <span className={classes.wide}>Find</span>
      <span className={classes.wide}>
        <KeyHint keys="mod+K" />
      </span>
    </button>
  );
}
