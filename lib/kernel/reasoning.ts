const MARK = /<(\/?)think(?:ing)?>/gi;

/**
 * Takes a model's thinking out of its content: `<think>…</think>`, also where the opening mark was left out or never closed.
 * One pass over the text, however many marks it has.
 */
export function splitReasoning(content: string): { content: string; reasoning: string } {
  const marks = [...content.matchAll(MARK)];
  if (marks.length === 0) return { content, reasoning: "" };
  const thoughts: string[] = [];
  let spoken = "";
  let at = 0;
  let openedAt: number | null = null;
  for (const mark of marks) {
    const closes = mark[1] === "/";
    const end = mark.index + mark[0].length;
    if (!closes) {
      if (openedAt !== null) continue;
      spoken += content.slice(at, mark.index);
      openedAt = end;
      continue;
    }
    if (openedAt !== null) thoughts.push(content.slice(openedAt, mark.index));
    else {
      // Everything before a closing mark without an opening one was thought.
      thoughts.push(spoken + content.slice(at, mark.index));
      spoken = "";
    }
    openedAt = null;
    at = end;
  }
  if (openedAt === null) spoken += content.slice(at);
  else thoughts.push(content.slice(openedAt));
  const said = thoughts.map((thought) => thought.trim()).filter((thought) => thought !== "");
  return { content: spoken.trim(), reasoning: said.join("\n") };
}
