/** Takes a model's thinking out of its content: `<think>…</think>`, also where the opening mark was left out or never closed. */
export function splitReasoning(content: string): { content: string; reasoning: string } {
  if (!/<\/?think(?:ing)?>/i.test(content)) return { content, reasoning: "" };
  const thoughts: string[] = [];
  const closed = content.replace(/<think(?:ing)?>([\s\S]*?)<\/think(?:ing)?>/gi, (_whole, thought: string) => {
    thoughts.push(thought.trim());
    return "";
  });
  const stray = /^([\s\S]*)<\/think(?:ing)?>/i.exec(closed);
  if (stray) thoughts.push((stray[1] ?? "").trim());
  const rest = stray ? closed.slice(stray[0].length) : closed;
  const opened = /<think(?:ing)?>([\s\S]*)$/i.exec(rest);
  if (opened) thoughts.push((opened[1] ?? "").trim());
  const spoken = opened ? rest.slice(0, opened.index) : rest;
  return { content: spoken.trim(), reasoning: thoughts.filter((thought) => thought !== "").join("\n") };
}
