import type { GateMetric } from "@/lib/contracts/gates";
import { GateName, GateSettings, ReleaseChannel } from "@/lib/contracts/release-gate";
import { channelWords, joined } from "./channel-words";
import { gateWords } from "./gate-words";

/** A number of the thresholds as a form shows it. `scale`: how much of the stored unit one shown unit is. */
interface NumberField {
  path: string;
  label: string;
  unit: string;
  scale: number;
  /** Empty means none. */
  nullable?: true;
  help?: string;
}

const SECOND = 1_000;
const PERCENT = 0.01;

/** The numbers of each part of the thresholds, in the order of the form. */
export const numberFields = {
  latency: [
    { path: "latency.p95Ms", label: "P95, at most", unit: "s", scale: SECOND },
    { path: "latency.attainment", label: "Share of cases in time, at least", unit: "%", scale: PERCENT },
    { path: "latency.withinMs", label: "In time means within", unit: "s", scale: SECOND },
    { path: "latency.warmUp", label: "Warm-up, left out", unit: "cases", scale: 1, help: "Those that began first." },
    { path: "latency.minimumCases", label: "Left after the warm-up, at least", unit: "cases", scale: 1 },
    {
      path: "latency.maxConcurrency",
      label: "At once in the replay, at most",
      unit: "cases",
      scale: 1,
      help: "More says nothing about the provisioned service.",
    },
  ],
  regression: [
    { path: "regression.lowerBound", label: "Lower end of its 95 % interval, above", unit: "points", scale: PERCENT },
    { path: "regression.margin", label: "Margin of the others and of categories", unit: "points", scale: PERCENT },
    { path: "regression.categoryAlpha", label: "Level of the category tests (Holm)", unit: "p", scale: 1 },
    { path: "regression.brokenP0", label: "P0 cases that may break", unit: "cases", scale: 1 },
    { path: "regression.unscoredShare", label: "Unscored, at most", unit: "%", scale: PERCENT },
  ],
  capability: [
    { path: "capability.margin", label: "Below production's policy, at most", unit: "points", scale: PERCENT },
    {
      path: "capability.minimum",
      label: "Prompt-level strict accuracy, at least",
      unit: "%",
      scale: PERCENT,
      nullable: true,
      help: "Empty: whatever production does.",
    },
    { path: "capability.unscoredShare", label: "Unscored, at most", unit: "%", scale: PERCENT },
  ],
  judges: [
    {
      path: "judges.floor",
      label: "Agreement with human labels, at least",
      unit: "%",
      scale: PERCENT,
      help: "True positive and true negative rate; a judge below cannot gate.",
    },
    { path: "judges.minimumLabels", label: "Labels that it was measured on, at least", unit: "labels", scale: 1 },
    {
      path: "maxAgeDays",
      label: "Results are out of date after",
      unit: "days",
      scale: 1,
      nullable: true,
      help: "Empty: never by their age.",
    },
  ],
} as const satisfies Record<string, readonly NumberField[]>;

const allNumbers: readonly NumberField[] = Object.values(numberFields).flat();

/** The form of the thresholds as typed. */
export interface GateFields {
  /** By path. */
  numbers: Record<string, string | number>;
  regressionDataset: string | null;
  capabilityDataset: string | null;
  judge: string | null;
  metric: GateMetric;
  required: GateSettings["required"];
  secondPerson: ReleaseChannel[];
  keyVariable: string;
  publicKey: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const read = (settings: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), settings);

/** Without the noise of binary fractions: 0.07 × 100 is 7. */
const tidy = (value: number): number => Number(value.toPrecision(12));

export const fieldsOf = (settings: GateSettings): GateFields => ({
  numbers: Object.fromEntries(
    allNumbers.map(({ path, scale }) => {
      const value = read(settings, path);
      return [path, typeof value === "number" ? tidy(value / scale) : ""];
    }),
  ),
  regressionDataset: settings.regression.dataset,
  capabilityDataset: settings.capability.dataset,
  judge: settings.regression.judge,
  metric: settings.regression.metric,
  required: settings.required,
  secondPerson: settings.secondPerson,
  keyVariable: settings.signing?.keyVariable ?? "",
  publicKey: settings.signing?.publicKey ?? "",
});

/** The thresholds for the API, or what is wrong with each field by its path. */
export function parseFields(fields: GateFields): { settings: GateSettings | null; problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  const numbers: Record<string, number | null> = {};
  for (const { path, scale, nullable } of allNumbers) {
    const typed = fields.numbers[path] ?? "";
    const empty = String(typed).trim() === "";
    if (empty && !nullable) problems[path] = "give a number";
    else if (!empty && !Number.isFinite(Number(typed))) problems[path] = "must be a number";
    else numbers[path] = empty ? null : tidy(Number(typed) * scale);
  }
  const group = (name: "latency" | "regression" | "capability" | "judges") =>
    Object.fromEntries(
      Object.entries(numbers).flatMap(([path, value]) =>
        path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), value]] : [],
      ),
    );
  const keyVariable = fields.keyVariable.trim();
  const publicKey = fields.publicKey.trim();
  if (keyVariable === "" && publicKey !== "") problems["signing.keyVariable"] = "name the variable that holds the private key";
  if (keyVariable !== "" && !publicKey.startsWith("-----BEGIN PUBLIC KEY-----"))
    problems["signing.publicKey"] = "begins with -----BEGIN PUBLIC KEY-----";
  const parsed = GateSettings.safeParse({
    latency: group("latency"),
    regression: {
      ...group("regression"),
      dataset: fields.regressionDataset,
      judge: fields.judge,
      metric: fields.metric,
    },
    capability: { ...group("capability"), dataset: fields.capabilityDataset },
    judges: group("judges"),
    maxAgeDays: numbers.maxAgeDays,
    required: fields.required,
    secondPerson: fields.secondPerson,
    signing: keyVariable === "" ? null : { keyVariable, publicKey },
  });
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const path = issue.path.join(".");
      const field = allNumbers.find((each) => each.path === path);
      problems[path] ??= field ? rangeOf(issue, field) : issue.message;
    }
  }
  return { settings: parsed.success && Object.keys(problems).length === 0 ? parsed.data : null, problems };
}

/** The limit that a number broke, in the unit that is shown. */
function rangeOf(
  issue: { code: string; message: string; minimum?: unknown; maximum?: unknown },
  { scale, unit }: NumberField,
): string {
  const shown = (limit: unknown) => `${tidy(Number(limit) / scale)} ${unit}`;
  if (issue.code === "too_small" && issue.minimum !== undefined) return `must be from ${shown(issue.minimum)}`;
  if (issue.code === "too_big" && issue.maximum !== undefined) return `must be at most ${shown(issue.maximum)}`;
  return "must be a whole number";
}

const signingText = ({ signing }: GateSettings): string => (signing === null ? "no key" : `key in ${signing.keyVariable}`);

/** "Share of cases" → "share of cases"; "P95" stays. */
const lowerFirst = (text: string): string => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** Every setting in words, by what it is called. */
function worded(settings: GateSettings): Map<string, string> {
  const words = new Map<string, string>();
  for (const [name, fields] of Object.entries(numberFields)) {
    const gate = GateName.safeParse(name);
    for (const { path, label, unit, scale } of fields) {
      const value = read(settings, path);
      const title = gate.success ? `${gateWords[gate.data].label}: ${lowerFirst(label)}` : label;
      words.set(title, typeof value === "number" ? `${tidy(value / scale)} ${unit}` : "none");
    }
  }
  words.set("Business regression: set", settings.regression.dataset ?? "none");
  words.set("Business regression: judge", settings.regression.judge ?? "the cases' checks");
  words.set("Business regression: score", settings.regression.metric);
  words.set("General capability: set", settings.capability.dataset ?? "none");
  for (const channel of ReleaseChannel.options) {
    const gates = settings.required[channel].map((gate) => gateWords[gate].short);
    words.set(`Gates of ${channelWords[channel].toLowerCase()}`, gates.length === 0 ? "none" : joined(gates));
  }
  words.set("Second person", settings.secondPerson.length === 0 ? "nowhere" : joined(settings.secondPerson));
  words.set("Signing", signingText(settings));
  if (settings.signing) words.set("Public key", settings.signing.publicKey.replace(/-----[^-]+-----|\s/g, "").slice(-12));
  return words;
}

/** What differs between two versions of the thresholds, in words: "Latency: p95, at most: 15 s → 12 s". */
export function settingsChanges(before: GateSettings, after: GateSettings): string[] {
  const [old, now] = [worded(before), worded(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((title) => {
    const [from, to] = [old.get(title) ?? "none", now.get(title) ?? "none"];
    return from === to ? [] : [`${title}: ${from} → ${to}`];
  });
}
