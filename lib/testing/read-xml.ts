export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([0-9a-fA-F]+));/g;
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const TAG = /^<([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*="[^"<]*")*)\s*(\/?)>/;
const isChar = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000;

function decodeEntities(text: string): string {
  if (/&/.test(text.replace(ENTITY, ""))) throw new Error(`a bare & in ${text}`);
  return text.replace(ENTITY, (_, name: string, decimal: string, hex: string) => {
    if (name) return NAMED[name] ?? "";
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    if (!isChar(code)) throw new Error(`the reference to ${code} is to no character of XML`);
    return String.fromCodePoint(code);
  });
}

/** Reads XML without comments, CDATA or a DTD as a strict parser does; throws where it is not well formed. */
export function readXml(text: string): XmlElement {
  for (const char of text)
    if (!isChar(char.codePointAt(0) ?? 0)) throw new Error(`U+${char.codePointAt(0)?.toString(16)} is no character`);
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, "");
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  while (rest !== "") {
    const at = open.at(-1) ?? top;
    if (!rest.startsWith("<")) {
      const end = rest.indexOf("<") === -1 ? rest.length : rest.indexOf("<");
      const piece = rest.slice(0, end);
      if (piece.includes("]]>")) throw new Error("]]> in text");
      if (at === top && piece.trim() !== "") throw new Error("text outside the root");
      at.text += decodeEntities(piece);
      rest = rest.slice(end);
      continue;
    }
    const closing = /^<\/([A-Za-z_][\w.-]*)\s*>/.exec(rest);
    if (closing) {
      if (closing[1] !== at.name) throw new Error(`</${closing[1]}> closes ${at.name}`);
      open.pop();
      rest = rest.slice(closing[0].length);
      continue;
    }
    const tag = TAG.exec(rest);
    if (!tag?.[1]) throw new Error(`no tag: ${rest.slice(0, 60)}`);
    const attributes: Record<string, string> = {};
    for (const [, name = "", value = ""] of (tag[2] ?? "").matchAll(/([A-Za-z_][\w.-]*)="([^"<]*)"/g)) {
      if (name in attributes) throw new Error(`${name} twice`);
      attributes[name] = decodeEntities(value);
    }
    const element: XmlElement = { name: tag[1], attributes, children: [], text: "" };
    at.children.push(element);
    if (tag[3] === "") open.push(element);
    rest = rest.slice(tag[0].length);
  }
  if (open.length > 1) throw new Error(`${open.at(-1)?.name} is never closed`);
  const [root, other] = top.children;
  if (!root || other) throw new Error("not one root");
  return root;
}
