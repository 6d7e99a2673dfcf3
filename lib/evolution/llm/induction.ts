import { z } from "zod";
import { type CaseCoding, Owner } from "@/lib/contracts/evolution";
import { createRandom, shuffled } from "@/lib/stats/random";
import type { Asking } from "./call-model";
import { dataBlock } from "./data-block";
import { inductionInstructions } from "./instructions";
import { schemaText, structuredChat } from "./structured-chat";

/** A kind of failure that the model found among codings. */
export interface Code {
  id: string;
  label: string;
  definition: string;
  owner: Owner;
}

const text = (most: number) => z.string().trim().min(1).max(most);

const NamedCode = z.object({ label: text(100), definition: text(600), owner: Owner });

/** How many induction calls so many codings take. */
export const batchCount = (codings: number, { settings }: Pick<Asking, "settings">) => Math.ceil(codings / settings.batch);

const keyOf = (label: string) => label.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

const repeated = (labels: readonly string[]) => [...new Set(labels.filter((label, index) => labels.indexOf(label) < index))];

/**
 * Induction (METHODS.md section 1, step 4): the codings in shuffled batches, each named by a few codes. A batch is shown the
 * codes of those before it and takes one again by its label, so that one kind of failure has one code.
 */
export async function induceCodes(
  asking: Asking,
  codings: readonly CaseCoding[],
  seed: number,
  report: (done: number) => void,
): Promise<Code[]> {
  const { settings, invalid } = asking;
  const order = shuffled(codings, createRandom(seed));
  const batches = batchCount(codings.length, asking);
  const codes = new Map<string, Code>();
  for (let batch = 0; batch < batches; batch++) {
    const items = order.slice(batch * settings.batch, (batch + 1) * settings.batch);
    const least = items.length < settings.batch ? 1 : settings.leastCodes;
    const schema = z.object({ codes: z.array(NamedCode).min(1).max(settings.mostCodes) });
    const known = [...codes.values()].map(({ label, definition }) => `- ${label}: ${definition}`).join("\n");
    const listed = items
      .map((coding, index) => `${index + 1}. ${coding.symptom} | because: ${coding.mechanism} | owner: ${coding.owner}`)
      .join("\n");
    const what = `codes of batch ${batch + 1} of ${batches} (seed ${seed})`;
    const answer = await structuredChat(asking, {
      what,
      system: `${inductionInstructions(least, settings.mostCodes)}\n${schemaText(schema)}`,
      user: `${dataBlock("codes so far", known || "(none)")}\n\n${dataBlock("failures", listed)}`,
      seed,
      schema,
      problems: (value) => [
        ...repeated(value.codes.map(({ label }) => keyOf(label))).map((label) => `two codes have the label “${label}”`),
        ...(value.codes.length < least
          ? [`${value.codes.length} codes are too few: give ${least} to ${settings.mostCodes}`]
          : []),
      ],
    });
    // Where the model insists on fewer or on one label twice, its codes are still of use.
    for (const found of answer.value?.codes ?? []) {
      const key = keyOf(found.label);
      if (codes.has(key)) continue;
      if (codes.size < settings.mostCodebook) codes.set(key, { ...found, id: `code-${codes.size + 1}` });
      else invalid.add(what, `“${found.label}” is beyond the ${settings.mostCodebook} codes of one seed and was left out`);
    }
    report(batch + 1);
  }
  return [...codes.values()];
}
