import { changed, type Planter } from "./fault";

const VAGUE = [
  "Data of the shop.",
  "Internal service. Ask the team before use.",
  "Legacy look-up, kept for reports.",
  "Settings of the room.",
];

/** Gives a tool that is called often a description that is not its own: that of another tool, or one that says nothing. */
export const wrongToolDescription: Planter = ({ harness, run }, draws) => {
  const used = harness.tools.filter(({ name }) => run.filter(({ result }) => result.features.tools.includes(name)).length >= 10);
  if (used.length === 0) return null;
  const tool = draws.one(used);
  const others = harness.tools.filter(({ name }) => name !== tool.name).map(({ description }) => description);
  const text = draws.below(3) < 2 ? draws.one(others) : draws.one(VAGUE);
  const describe = (source: string) => source.replace(JSON.stringify(tool.description), () => JSON.stringify(text));
  return {
    kind: "wrong-tool-description",
    path: tool.path,
    what: `${tool.name}: “${text}”`,
    apply: (other) => changed(other, tool.path, describe),
  };
};

const stop = (purpose: string, test: string, reason: string, before = "") => `/** ${purpose} */
export const events = ["Stop"];
${before}
export default function check(event) {
  if (${test}) {
    return { decision: "block", reason: ${JSON.stringify(reason)} };
  }
  return { decision: "allow" };
}
`;

/** Words of the sound replies that are said often enough to hurt and seldom enough not to be everywhere. */
function commonWords(replies: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reply of replies) {
    for (const word of new Set(reply.toLowerCase().match(/[a-z]{4,}/g) ?? [])) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= 12 && count <= 90)
    .map(([word]) => word)
    .sort();
}

/** A Stop Hook that sends good replies back: a new one with too wide a condition, or a limit of an old one made too tight. */
export const blockingHook: Planter = ({ bundle, run }, draws) => {
  const name = draws.one(["tidy-reply", "house-rules", "safe-words", "voice-check", "last-look"]);
  const path = `hooks/${name}.js`;
  const limit = 80 + 10 * draws.below(8);
  const word = draws.one(commonWords(run.map(({ result }) => result.reply)));
  const wordings: { path: string; what: string; apply: (text: string) => string }[] = [
    {
      path,
      what: `over ${limit} characters`,
      apply: () =>
        stop(
          "Keeps replies speakable.",
          "event.reply.length > LIMIT",
          draws.one([
            `The reply is too long for the voice. Keep it within ${limit} characters.`,
            `Say it in ${limit} characters.`,
          ]),
          `\nconst LIMIT = ${limit};\n`,
        ),
    },
    {
      path,
      what: `says “${word}”`,
      apply: () =>
        stop(
          "Words that the shop does not want to hear.",
          "WORDS.some((word) => event.reply.toLowerCase().includes(word))",
          `The reply uses a word that the shop avoids.`,
          `\nconst WORDS = ["guaranteed", ${JSON.stringify(word)}, "miracle"];\n`,
        ),
    },
    {
      path,
      what: "holds a figure",
      apply: () => stop("No loose figures.", "/\\d/.test(event.reply)", "The reply holds a figure. Figures are for the screen."),
    },
    {
      path,
      what: "asks or cheers",
      apply: () => stop("A calm voice.", "/[?!]/.test(event.reply)", "The reply asks or cheers. Speak calmly."),
    },
    {
      path,
      what: "mixes words and figures",
      apply: () =>
        stop(
          "No reply in two scripts.",
          "/[A-Za-z]{3,}/.test(event.reply) && /\\d/.test(event.reply)",
          "Words and figures are mixed.",
        ),
    },
  ];
  const [tightened] = Object.entries(bundle).flatMap(([file, text]) => {
    const found = /^const [A-Z_]*LIMIT = (\d{3});/m.exec(text);
    return file.startsWith("hooks/") && found ? [{ file, line: found[0], to: found[0].replace(/\d{3}/, String(limit)) }] : [];
  });
  if (tightened !== undefined) {
    const { file, line, to } = tightened;
    wordings.push({ path: file, what: `limit of ${limit} characters`, apply: (text) => text.replace(line, to) });
  }
  const chosen = draws.one(wordings);
  const text = chosen.apply(bundle[chosen.path] ?? "");
  return { kind: "blocking-hook", path: chosen.path, what: chosen.what, apply: (other) => ({ ...other, [chosen.path]: text }) };
};

const BODIES = [
  ["Answer in one warm sentence.", "Invite the viewer to stay in the room."],
  ["Keep the talk going.", "Bring the viewer back to the product on show."],
  ["Answer at once, without a look-up.", "Thank the viewer for the comment."],
];

/** Adds a Skill whose description promises what another Skill is for, and whose rules do not hold it. */
export const overlappingSkill: Planter = ({ harness }, draws) => {
  const skills = harness.skills.filter(({ kind }) => kind === "reply");
  if (skills.length === 0) return null;
  const target = draws.one(skills);
  const name = draws.one(["viewer-help", "quick-answers", "room-talk", "first-line", "shop-desk"]);
  const path = `skills/${name}/SKILL.md`;
  const [sentence = ""] = target.description.split(/(?<=\.)\s/);
  const matter = sentence.replace(/^(?:\w+ ){0,2}?(?:for|about|to|of|the)\s+/i, "").replace(/\.$/, "");
  const description = draws.one([`Answers viewers on ${matter}.`, `For quick answers on ${matter}.`, `Everything on ${matter}.`]);
  const rules = draws.one(BODIES).map((rule) => `- ${rule}`);
  const text = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  kind: reply\n---\n# Answers\n\n${rules.join("\n")}\n`;
  return {
    kind: "overlapping-skill",
    path,
    what: `beside ${target.name}: “${description}”`,
    apply: (other) => ({ ...other, [path]: text }),
  };
};
