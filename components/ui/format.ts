const integers = new Intl.NumberFormat("en");
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** 12345 → "12,345"; null → "–". */
export const formatCount = (value: number | null | undefined): string => (value == null ? "–" : integers.format(value));

/** A share from 0 to 1 in per cent with one decimal, without the sign: 0.7421 → "74.2"; null → "–". */
export const formatShare = (value: number | null | undefined): string => (value == null ? "–" : (value * 100).toFixed(1));

/** A signed difference of shares in percentage points: 0.031 → "+3.1"; the minus is U+2212. */
export function formatPoints(value: number | null | undefined): string {
  if (value == null) return "–";
  const points = (Math.abs(value) * 100).toFixed(1);
  if (points === "0.0") return "0.0";
  return `${value > 0 ? "+" : "\u2212"}${points}`;
}

/** Milliseconds: 84 → "84 ms", 1234 → "1.23 s", 125000 → "2 min 5 s". */
export function formatDuration(ms: number | null | undefined): string {
  if (ms == null) return "–";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The exact moment in the reader's time zone. */
export const formatMoment = (iso: string): string => exact.format(new Date(iso));

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 min. ago"; under a minute "just now". */
export function formatAgo(iso: string, now: number): string {
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return "just now";
}

/** "1 case", "2 cases". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
