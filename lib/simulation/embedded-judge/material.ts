import { z } from "zod";
import type { Message } from "@/lib/contracts/model";

const Material = z.object({
  comments: z.array(z.string()).min(1),
  context: z.record(z.string(), z.json()).default({}),
  reply: z.string(),
  toolCalls: z
    .array(
      z.object({
        tool: z.string(),
        arguments: z.string().default(""),
        result: z.string().optional(),
        error: z.string().optional(),
      }),
    )
    .default([]),
  questions: z.array(z.object({ id: z.string(), question: z.string() })).default([]),
});
/** What a request gives to be graded. */
export type Material = z.infer<typeof Material>;

/** The marked block of the request that asks for a grade; null where the request asks for something else. */
export function readMaterial(messages: readonly Message[]): Material | null {
  const asked = messages.find((message) => message.role === "user");
  if (!asked || !/^\s*(?:grade|judge|score|rate)\b/i.test(asked.content)) return null;
  const start = asked.content.lastIndexOf("\n<data>\n");
  const end = asked.content.lastIndexOf("\n</data>");
  if (start === -1 || end <= start) return null;
  try {
    return Material.safeParse(JSON.parse(asked.content.slice(start + "\n<data>\n".length, end))).data ?? null;
  } catch {
    return null;
  }
}
