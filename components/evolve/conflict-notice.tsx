"use client";

import { Button } from "@mantine/core";
import { ORPCError } from "@orpc/client";
import { z } from "zod";
import { conflictOf, describeError } from "@/components/ui/describe-error";
import { formatMoment } from "@/components/ui/format";
import { Diagnostic } from "@/lib/contracts/harness";
import classes from "./evolve.module.css";
import { ProblemList } from "./problem-list";

export const isConflict = (error: unknown): boolean => conflictOf(error) !== null;

const WithDiagnostics = z.object({ diagnostics: z.array(Diagnostic) });

/** The problems that came with a refusal, if any. */
export function problemsOf(error: unknown): Diagnostic[] {
  const parsed = error instanceof ORPCError ? WithDiagnostics.safeParse(error.data) : null;
  return parsed?.success ? parsed.data.diagnostics : [];
}

/** An id says nothing to a reader. */
const ID = /^[a-z]{2,3}_[0-9a-z]{8,}$/;

interface ConflictNoticeProps {
  error: unknown;
  /** Loads what is there now. */
  onReload: () => void;
}

/** Why a write was refused: what is there now and who put it there, or the problems of what was sent. */
export function ConflictNotice({ error, onReload }: ConflictNoticeProps) {
  const conflict = conflictOf(error);
  const problems = problemsOf(error);
  const { cause, next } = describeError(error);
  return (
    <div className={classes.notice} data-tone="bad" role="alert">
      <p>
        <strong>{cause}</strong>{" "}
        {conflict ? (
          <>
            {ID.test(conflict.current) ? "Done" : `Now there: ${conflict.current},`}
            {conflict.by ? ` by ${conflict.by}` : ""}
            {conflict.at ? `, ${formatMoment(conflict.at)}` : ""}. Nothing of yours was written.
          </>
        ) : (
          next
        )}
      </p>
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      {conflict ? (
        <Button variant="default" mt={8} onClick={onReload}>
          Load what is there now
        </Button>
      ) : null}
    </div>
  );
}
