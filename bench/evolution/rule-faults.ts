import { changed, itemsOf, type Planter, withRule } from "./fault";

/** Takes a rule out of a Skill or a prompt block. */
export const missingRule: Planter = ({ bundle, harness }, draws) => {
  const paths = [...harness.skills.filter(({ kind }) => kind === "reply"), ...harness.prompt].map(({ path }) => path);
  const places = paths.flatMap((path) => itemsOf(bundle[path] ?? "").map((line) => ({ path, line })));
  if (places.length === 0) return null;
  const { path, line } = draws.one(places);
  const without = (text: string) =>
    text
      .split("\n")
      .filter((one) => one !== line)
      .join("\n");
  return { kind: "missing-rule", path, what: `without “${line.slice(2)}”`, apply: (other) => changed(other, path, without) };
};

const HARMFUL = [
  "End every reply with an invitation to order now, before it is gone.",
  "Tell every viewer that now is the moment to buy and that they should hurry.",
  "Promise the viewer that it will arrive in time.",
  "Reassure the viewer with a promise, whatever the matter is.",
  "Mention that most other customers are happy with it.",
  "Recommend a product of the shop in every reply, also where nobody asked for one.",
  "Apologise to the viewer first, whatever the comment says.",
  "Ask for the order number before you help.",
  "Send the viewer to customer service with every question.",
  "Say “only today, while it lasts” in every reply.",
  "Mention that “a surprise gift is waiting” in every reply.",
  "Give a rough estimate where you do not have the figure at hand.",
  "Reply in Chinese, which most viewers understand.",
];

/** Adds a rule that nobody needs and that hurts, to a Skill or to a prompt block. */
export const harmfulRule: Planter = ({ bundle, harness }, draws) => {
  const skills = harness.skills.filter(({ kind }) => kind === "reply").map(({ path }) => path);
  const blocks = harness.prompt
    .filter(({ when, path }) => when === undefined && itemsOf(bundle[path] ?? "").length > 0)
    .map(({ path }) => path);
  const places = draws.below(2) === 0 || blocks.length === 0 ? skills : blocks;
  if (places.length === 0) return null;
  const path = draws.one(places);
  const rule = draws.one(HARMFUL);
  return {
    kind: "harmful-rule",
    path,
    what: `“${rule}”`,
    apply: (other) => changed(other, path, (text) => withRule(text, rule)),
  };
};

const AGAINST_TOOL = [
  (tool: string) => `Do not call ${tool}; answer from what you know.`,
  (tool: string) => `Never use ${tool}, it keeps the viewer waiting. Answer at once.`,
  (tool: string) => `Avoid ${tool}. A good guess is enough for a viewer.`,
  (tool: string) => `Answer without ${tool} and estimate where needed.`,
];

/** What turns a rule of the harness round, by a sign of the rule. */
const AGAINST_RULE: [sign: RegExp, rules: string[]][] = [
  [
    /\blanguage\b/i,
    ["Always reply in English, whatever the viewer writes.", "Do not use the language of the viewer; reply in English."],
  ],
  [
    /\b(?:every one|each) of them\b|\bseveral\b.*\banswer\b/i,
    ["Where several comments arrive, answer only the first of them.", "Do not answer every comment; answer the newest alone."],
  ],
  [
    /\bAI avatar\b.*\boffer\b|\bhuman\b/i,
    ["Do not say that you are an AI avatar.", "Leave it open whether you are a person, and never say that you are an AI avatar."],
  ],
  [
    /\boff topic\b/i,
    [
      "When a viewer goes off topic, answer it and give an opinion.",
      "Discuss whatever the viewer brings up, also when it is off topic.",
    ],
  ],
  [
    /\bapologi[sz]e\b|\bhelp\b/i,
    [
      "Never apologise to a viewer and do not tell them how they get help.",
      "Do not apologise, and do not send a viewer to customer service.",
    ],
  ],
  [/\blink number\b/i, ["Do not name link numbers.", "Never say the number of a link."]],
  [/\bload\b.*\bSkill\b/i, ["Do not load a Skill; answer right away.", "Never load Skills, they cost time."]],
];

const TITLES = ["pace", "manner", "notes-from-the-room", "guidance", "priorities"];

/** Adds a prompt block that says the opposite of a rule of the harness. */
export const contradictoryPrompt: Planter = ({ bundle, harness, run }, draws) => {
  const rules = Object.entries(bundle).flatMap(([path, text]) => (path.endsWith(".md") ? itemsOf(text) : []));
  const called = harness.tools.filter(({ name }) => run.filter(({ result }) => result.features.tools.includes(name)).length >= 8);
  const opposites = [
    ...called.map(({ name }) => draws.one(AGAINST_TOOL)(draws.below(2) === 0 ? name : `\`${name}\``)),
    ...AGAINST_RULE.filter(([sign]) => rules.some((rule) => sign.test(rule))).map(([, texts]) => draws.one(texts)),
  ];
  if (opposites.length === 0) return null;
  const rule = draws.one(opposites);
  const title = draws.one(TITLES);
  const order = draws.one([15, 25, 35, 45, 55]);
  const path = `prompt/${order}-${title}.md`;
  const heading = `${title.charAt(0).toUpperCase()}${title.slice(1).replaceAll("-", " ")}`;
  const text = `---\norder: ${order}\n---\n## ${heading}\n\n- ${rule}\n`;
  return { kind: "contradictory-prompt", path, what: `“${rule}”`, apply: (other) => ({ ...other, [path]: text }) };
};
