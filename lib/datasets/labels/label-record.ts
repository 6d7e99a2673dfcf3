import { z } from "zod";
import { Case, Judged } from "@/lib/contracts/case";

const Accuracy = z
  .union([z.literal(0), z.literal(1)], "is 0 or 1, or null where nobody said")
  .nullable()
  .default(null);
const Effectiveness = z
  .union([z.literal(0), z.literal(0.5), z.literal(1)], "is 0, 0.5 or 1, or null where nobody said")
  .nullable()
  .default(null);

/** Parts of the judged situation that are the same as in a case. */
const situation = z.object({
  ...{ dialogue: Case.shape.dialogue, context: Case.shape.context, channel: Case.shape.channel },
  ...{ instructions: Case.shape.instructions, fixtures: Case.shape.fixtures, reference: Case.shape.reference },
  ...{ group: Case.shape.group, tags: Case.shape.tags, priority: Case.shape.priority },
});

/**
 * A line of a labels file: a reply in its situation, and what one person gave it. Several persons: several lines of one id,
 * of which only the first needs the reply and its situation.
 *
 * `comments`: a text, or a list of texts or of `{text, viewer}`. `toolCalls`: what was looked up for the reply,
 * `[{tool, arguments, result}]` or with `error` in place of `result`. `accuracy`: 0 or 1; `effectiveness`: 0, 0.5 or 1; null,
 * or left out, where the person did not say. `annotator`: who labelled. Further fields mean what they mean in a case.
 */
export const LabelRecord = situation.partial().extend({
  id: Case.shape.id.optional(),
  category: Case.shape.category.optional(),
  comments: z
    .union([
      z.string().min(1),
      z.array(z.union([z.string().min(1), z.object({ text: z.string().min(1), viewer: z.string().optional() })])),
    ])
    .optional(),
  reply: Judged.shape.reply.optional(),
  toolCalls: Judged.shape.toolCalls.optional(),
  accuracy: Accuracy,
  effectiveness: Effectiveness,
  annotator: z.string().max(100).default(""),
  language: z.string().optional(),
  /** For whoever labels; not read. */
  run: z.string().optional(),
});
export type LabelRecord = z.infer<typeof LabelRecord>;

export const LABEL_FIELDS: readonly string[] = Object.keys(LabelRecord.shape);
