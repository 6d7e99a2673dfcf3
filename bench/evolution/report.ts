import type { Pooled, SeedFigures, summarise } from "./figures";

/** What one analyst came to over the seeds. */
export type Measured = { name: string; rows: SeedFigures[] } & ReturnType<typeof summarise>;

export interface Setting {
  seeds: number;
  stages: number;
  seconds: number;
  /** Of all threads of the process. */
  cpuSeconds: number;
  load: number;
}

const percent = (value: number | null) => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);

function line(name: string, { share, part, whole, spread }: Pooled): string {
  const seeds = spread ? `seeds: sd ${percent(spread.sd)}, ${percent(spread.min)} to ${percent(spread.max)}` : "";
  return `${name.padEnd(18)}${percent(share).padStart(8)}  ${`${part} of ${whole}`.padEnd(16)}${seeds}`;
}

function heldOutLine(rows: readonly SeedFigures[]): string[] {
  const scored = rows.flatMap(({ heldOut }) => heldOut ?? []);
  if (scored.length === 0) return [];
  const mean = (key: "sound" | "faulty" | "mended") => percent(scored.reduce((sum, one) => sum + one[key], 0) / scored.length);
  return [`Held-out AVG: sound ${mean("sound")}, with faults ${mean("faulty")}, in the end ${mean("mended")}.`];
}

function analystReport({ name, rows, perKind, ...shares }: Measured, { seeds, stages }: Setting): string {
  const kinds = perKind.map(({ kind, faults, cases, foundTop5, fixed }) =>
    [
      kind.padEnd(26),
      String(faults).padStart(6),
      String(cases).padStart(7),
      percent(foundTop5).padStart(11),
      percent(fixed).padStart(9),
    ].join(""),
  );
  return [
    `Analyst: ${name}. ${seeds} seeds, at most ${stages} stages each.`,
    ...Object.entries(shares).map(([key, value]) => line(key, value)),
    "",
    `${"kind".padEnd(26)}faults  cases  foundTop5    fixed`,
    ...kinds,
    `Planted faults without an effect, not counted: ${rows.reduce((sum, row) => sum + row.idle, 0)}.`,
    ...heldOutLine(rows),
  ].join("\n");
}

/** The figures as a person reads them. */
export const evolutionReport = (measured: readonly Measured[], setting: Setting): string =>
  [
    ...measured.map((one) => analystReport(one, setting)),
    `Policy: embedded, a stand-in for a model; its scores say nothing about one. Cases: synthetic. ${setting.seconds} s, ${setting.cpuSeconds} s of processor time, load ${setting.load.toFixed(1)}.`,
  ].join("\n\n");

function figuresOf({ name, rows, perKind, ...shares }: Measured) {
  const entries = Object.entries(shares);
  return {
    analyst: name,
    ...Object.fromEntries(entries.map(([key, { share }]) => [key, share])),
    spread: Object.fromEntries(entries.map(([key, { spread }]) => [key, spread])),
    n: Object.fromEntries(entries.map(([key, { part, whole }]) => [key, [part, whole]])),
    perKind,
    perSeed: rows.map(({ faults, ...row }) => ({ ...row, faults: faults.map(({ kind }) => kind) })),
  };
}

/** The figures for a program: those of the first analyst, the others beside them. */
export function evolutionFigures(measured: readonly Measured[], setting: Setting) {
  const [main, ...others] = measured.map(figuresOf);
  return { ...main, ...setting, others, policy: "embedded (stand-in)" };
}
