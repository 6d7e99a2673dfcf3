import type { ChatRequest } from "@/lib/contracts/model";
import type { EvaluatedCase } from "@/lib/evolution/evaluated-case";
import { SAMPLE_BUNDLE, sampleEvaluatedCase, sampleTrajectory } from "./evolution-samples";

/** What a request to an analyst's model asks for. */
type Question = "coding" | "induction" | "membership" | "proposal";

export function questionOf({ messages }: ChatRequest): Question {
  const system = messages[0]?.content ?? "";
  if (system.startsWith("You read one failing case")) return "coding";
  if (system.startsWith("You sort failures")) return "induction";
  return system.startsWith("You decide for each code") ? "membership" : "proposal";
}

/** The id of the case that a coding or membership question is about. */
export const askedCase = ({ messages }: ChatRequest) => /<<<DATA case (\S+)/.exec(messages[1]?.content ?? "")?.[1] ?? "";

/** The kinds of failure in the sample run, by the beginning of the case's id. */
const KINDS = {
  loan: { reply: "Loan 4711 is due some time next month.", mechanism: "find_loan is never called", owner: "skill", count: 14 },
  tongue: { reply: "We close at six.", mechanism: "the reply is not in the language asked in", owner: "prompt", count: 12 },
  curt: { reply: "No.", mechanism: "the rule to be brief cuts the answer", owner: "prompt", count: 10 },
  odd: { reply: "Bananas.", mechanism: "nothing in common", owner: "model", count: 4 },
} as const;
type Kind = keyof typeof KINDS;

const kinds = Object.keys(KINDS) as Kind[];
const kindOfCase = (id: string): Kind => kinds.find((kind) => id.startsWith(kind)) ?? "odd";

/** Forty failures of four kinds, twenty passes and two cases that could not be scored, at a library desk. */
export const ANALYST_CASES: EvaluatedCase[] = [
  ...kinds.flatMap((kind) =>
    Array.from({ length: KINDS[kind].count }, (_, index) =>
      sampleEvaluatedCase({
        id: `${kind}-case-${index + 1}`,
        category: kind,
        comments: [`a ${kind} question`],
        checks: [{ id: "answer", metric: "accuracy", core: true, kind: "reply-contains", any: [`SECRET-${kind}-77`] }],
        failed: ["answer"],
        reference: "Due on the ninth of May, as the reference says so plainly here.",
        reply: KINDS[kind].reply,
        features: { skills: [kind === "loan" ? "loans" : "rooms"] },
      }),
    ),
  ),
  ...Array.from({ length: 20 }, (_, index) =>
    sampleEvaluatedCase({ id: `pass-case-${index + 1}`, category: "loan", features: { tools: ["find_loan"] } }),
  ),
  ...["down-1", "down-2"].map((id) => sampleEvaluatedCase({ id, state: "unscored" })),
];

/** The sample run as a diagnosis takes it. */
export const analystInput = () => ({
  bundle: SAMPLE_BUNDLE,
  cases: ANALYST_CASES,
  seed: 100,
  trajectory: (id: string) => {
    const one = ANALYST_CASES.find(({ item }) => item.id === id);
    return one === undefined ? null : sampleTrajectory({ skills: one.result.features.skills, reply: one.result.reply });
  },
});

interface SampleCode {
  label: string;
  owner: string;
  /** Whether a case is a member, and at which step it shows. */
  member: (id: string) => boolean;
  step?: number;
}

/** Codes as a model might name them: two that are one, and one that each seed draws elsewhere. */
const codesOf = (second: boolean): SampleCode[] => [
  { label: "Never looked up", owner: "skill", member: (id) => kindOfCase(id) === "loan" },
  { label: "Guesses a date", owner: "skill", member: (id) => kindOfCase(id) === "loan" && id !== "loan-case-1", step: 0 },
  { label: "Wrong language", owner: "prompt", member: (id) => kindOfCase(id) === "tongue" },
  { label: "Too brief", owner: "prompt", member: (id) => kindOfCase(id) === "curt" },
  {
    label: second ? "Vague in the second" : "Vague in the first",
    owner: "model",
    member: (id) => /^odd/.test(id) && id.endsWith(second ? "1" : "2"),
    step: 0,
  },
];

/** An honest analyst's answer to any question of a diagnosis of the sample run, as an object to be changed or sent as JSON. */
export function sampleAnswer(request: ChatRequest): object {
  const codes = codesOf(request.decoding.seed > 1_000);
  switch (questionOf(request)) {
    case "coding": {
      const { reply, mechanism, owner } = KINDS[kindOfCase(askedCase(request))];
      return { symptom: `Says “${reply}”`, step: 1, quote: reply.slice(0, 8), mechanism, owner };
    }
    case "induction":
      return { codes: codes.map(({ label, owner }) => ({ label, definition: `It holds where: ${label}.`, owner })) };
    case "membership": {
      const id = askedCase(request);
      const listed = [...(request.messages[0]?.content ?? "").matchAll(/^(code-\d+): (.*?)\. /gm)];
      return {
        answers: listed.map(([, code, label]) => {
          const found = codes.find((one) => one.label === label);
          return { code, member: found?.member(id) ?? false, step: found?.step ?? 1 };
        }),
      };
    }
    case "proposal":
      return {};
  }
}
