import { IFEVAL_ARGUMENTS } from "@/lib/contracts/ifeval";
import { type Instruction, instruction, plain } from "./instruction";
import { escapePattern, trimOff } from "./text";

const CONSTRAINED = ["My answer is yes.", "My answer is no.", "My answer is maybe."];

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[0]);

/**
 * Lines of a Markdown list: they begin with a hyphen, or with one asterisk. A line that is an asterisk alone takes the next
 * line with it, as the reference's pattern does.
 */
function bullets(reply: string): number {
  const lines = reply.split("\n").map((line) => line.trimStart());
  let found = lines.filter((line) => line.startsWith("-")).length;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const alone = line === "*" && at + 1 < lines.length;
    if (alone || (line.startsWith("*") && line.length > 1 && line[1] !== "*")) found += 1;
    if (alone) at += 1;
  }
  return found;
}

/** Spans from [ to the next ] of the same line. */
function placeholders(reply: string): number {
  let found = 0;
  for (const line of reply.split("\n")) {
    for (let open = line.indexOf("["); open !== -1; ) {
      const close = line.indexOf("]", open);
      if (close === -1) break;
      found += 1;
      open = line.indexOf("[", close + 1);
    }
  }
  return found;
}

/** Something stands between the first << and the last >> of a line. */
const hasTitle = (reply: string): boolean =>
  reply.split("\n").some((line) => {
    const open = line.indexOf("<<");
    const close = line.lastIndexOf(">>");
    return open !== -1 && close >= open + 3 && trimOff(line.slice(open, close + 2), "<", ">").trim() !== "";
  });

/** Spans in single asterisks and in double ones; a double one counts in both ways, as the reference counts. */
function highlights(reply: string): number {
  const single = matches(reply, /\*[^\n*]*\*/g).filter((span) => span.replace(/^\*+|\*+$/g, "").trim() !== "");
  const double = matches(reply, /\*\*[^\n*]*\*\*/g).filter((span) => span.slice(2, -2).trim() !== "");
  return single.length + double.length;
}

function hasPostscript(reply: string, marker: string): boolean {
  const text = reply.toLowerCase();
  if (marker === "P.P.S") return /p\.\s?p\.\s?s/.test(text);
  if (marker === "P.S.") return /p\.\s?s\./.test(text);
  return text.includes(marker.toLowerCase());
}

/** Texts, which stay as they are, and the numbers that are JSON to the reference alone. */
const TEXTS_AND_ODD_NUMBERS = /"(?:[^"\\]|\\.)*"|NaN|-?Infinity/gs;

/** `NaN` and the infinities are JSON to the reference, wherever they stand. */
function isJson(reply: string): boolean {
  const source = reply
    .trim()
    .replace(/^```json/, "")
    .replace(/^```Json/, "")
    .replace(/^```JSON/, "")
    .replace(/^```/, "")
    .replace(/```$/, "")
    .trim();
  return parses(source) || parses(source.replace(TEXTS_AND_ODD_NUMBERS, (found) => (found.startsWith('"') ? found : "null")));
}

function parses(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

export const CONTENT_AND_FORMAT: Readonly<Record<string, Instruction>> = {
  "detectable_content:number_placeholders": instruction(
    IFEVAL_ARGUMENTS["detectable_content:number_placeholders"],
    ({ num_placeholders }, reply) => placeholders(reply) >= num_placeholders,
  ),
  "detectable_content:postscript": instruction(IFEVAL_ARGUMENTS["detectable_content:postscript"], (values, reply) =>
    hasPostscript(reply, values.postscript_marker.trim()),
  ),
  "detectable_format:number_bullet_lists": instruction(
    IFEVAL_ARGUMENTS["detectable_format:number_bullet_lists"],
    ({ num_bullets }, reply) => bullets(reply) === num_bullets,
  ),
  "detectable_format:constrained_response": plain((reply) => CONSTRAINED.some((option) => reply.includes(option))),
  "detectable_format:number_highlighted_sections": instruction(
    IFEVAL_ARGUMENTS["detectable_format:number_highlighted_sections"],
    ({ num_highlights }, reply) => highlights(reply) >= num_highlights,
  ),
  "detectable_format:multiple_sections": instruction(
    IFEVAL_ARGUMENTS["detectable_format:multiple_sections"],
    ({ section_spliter, num_sections }, reply) =>
      matches(reply, new RegExp(`\\s?${escapePattern(section_spliter.trim())}\\s?\\p{Nd}+\\s?`, "gu")).length >= num_sections,
  ),
  "detectable_format:json_format": plain(isJson),
  "detectable_format:title": plain(hasTitle),
};
