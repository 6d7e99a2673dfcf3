import { conflictOf } from "@/components/ui/describe-error";

/** That a channel moved since it was looked at; null for any other error, and for a move that its rules refuse. */
export function movedMeanwhile(error: unknown): ReturnType<typeof conflictOf> {
  const conflict = conflictOf(error);
  return conflict !== null && (conflict.current === "none" || conflict.current.startsWith("rel_")) ? conflict : null;
}

/** The server alone knows whether a change touches public replies: this is how it says that a second person is needed. */
export const needsSecondPerson = (error: unknown): boolean => conflictOf(error)?.current === "second-person";
