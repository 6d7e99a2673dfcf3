"use client";
import { Button } from "@mantine/core";
import Link from "next/link";
import { describeError } from "./describe-error";
import { Icon } from "./icon";
import classes from "./state.module.css";

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  /** The way out, for example back to the list. */
  back?: { label: string; href: string };
}

/** What went wrong and what to do next. */
export function ErrorState({ error, onRetry, back }: ErrorStateProps) {
  const { cause, next } = describeError(error);
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>
        <span className={classes.bad}>
          <Icon name="error" />
        </span>{" "}
        {cause}
      </p>
      <p className={classes.text}>{next}</p>
      <div className={classes.action}>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {back && (
          <Button variant="default" component={Link} href={back.href} leftSection={<Icon name="arrowLeft" />}>
            {back.label}
          </Button>
        )}
      </div>
    </div>
  );
}
