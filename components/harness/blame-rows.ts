import type { Blame, LineOrigin } from "@/lib/contracts/lineage";

/** A line of the blame. Of lines in a row with one origin the first one says whose they are. */
export interface BlameRow {
  /** From 1. */
  number: number;
  text: string;
  origin: LineOrigin | null;
  first: boolean;
  /** Alternates from one run of lines to the next, so that they are told apart. */
  band: boolean;
}

export function blameRows({ lines, origins }: Pick<Blame, "lines" | "origins">): BlameRow[] {
  let band = true;
  return lines.map(({ text, origin }, index) => {
    const first = index === 0 || lines[index - 1]?.origin !== origin;
    if (first) band = !band;
    return { number: index + 1, text, origin: origins[origin] ?? null, first, band };
  });
}

/** Who and what brought lines in, in a few words: the stage and entry, or else the author and the version. */
export function originWords(origin: LineOrigin): { who: string; what: string } {
  const { entry, author, versionName, message } = origin;
  if (entry) return { who: entry.stageName, what: entry.title };
  return { who: author, what: message.trim() === "" ? versionName : message };
}

/** The line that an address names, where there is such a line. */
export function askedLine(asked: string | null, count: number): number | null {
  const line = Number(asked);
  return asked !== null && Number.isInteger(line) && line >= 1 && line <= count ? line : null;
}
