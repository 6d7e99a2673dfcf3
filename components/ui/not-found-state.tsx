"use client";
import { Button } from "@mantine/core";
import Link from "next/link";
import { Icon } from "./icon";
import classes from "./state.module.css";

/** An address that names something that is not there, with the way back. */
export function NotFoundState({ what, id, back }: { what: string; id?: string; back: { label: string; href: string } }) {
  return (
    <div className={classes.page}>
      <h1>There is no such {what}</h1>
      <p className={classes.text}>
        {id ? (
          <>
            Nothing here is called <code className={classes.id}>{id}</code>. The link may be old, or a character is missing.
          </>
        ) : (
          "The link may be old, or a character is missing."
        )}
      </p>
      <div className={classes.action}>
        <Button variant="default" component={Link} href={back.href} leftSection={<Icon name="arrowLeft" />}>
          {back.label}
        </Button>
      </div>
    </div>
  );
}
