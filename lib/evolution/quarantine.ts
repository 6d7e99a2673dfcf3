/** Why a run cannot be diagnosed: over half of what went wrong in it was infrastructure or judge. Null where it can. */
export function quarantineError(failures: number, quarantined: number): string | null {
  if (quarantined <= failures) return null;
  return (
    `${quarantined} cases could not be scored, against ${failures} that failed. Over half of what went wrong is ` +
    "infrastructure or judge: mend that and run again."
  );
}
