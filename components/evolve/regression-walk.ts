/** The case `by` places on from the current one; the first where none of the list is current, and the last of its end. */
export function walkTo(cases: readonly string[], current: string | null, by: 1 | -1): string | null {
  const at = current === null ? -1 : cases.indexOf(current);
  if (at < 0) return (by === 1 ? cases[0] : cases.at(-1)) ?? null;
  return cases[Math.min(cases.length - 1, Math.max(0, at + by))] ?? null;
}
