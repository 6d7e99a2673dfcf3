import { z } from "zod";
import type { DetectLanguage } from "./detect-language";

/** Whether a reply keeps an instruction, with its arguments already read. */
export type Follows = (reply: string, detect: DetectLanguage | null) => boolean;

/** An instruction that a program can verify. `needsLanguage`: it asks which language the reply is in. */
export interface Instruction {
  /** Reads the arguments as the benchmark names them; throws a ZodError where one is missing or wrong. */
  prepare(values: unknown): Follows;
  needsLanguage: boolean;
}

export const holds = (found: number, relation: "less than" | "at least", wanted: number): boolean =>
  relation === "less than" ? found < wanted : found >= wanted;

/** An instruction of typed arguments. */
export const instruction = <Arguments>(
  schema: z.ZodType<Arguments>,
  follows: (values: Arguments, reply: string, detect: DetectLanguage | null) => boolean,
  needsLanguage = false,
): Instruction => ({
  prepare(values) {
    const read = schema.parse(values);
    return (reply, detect) => follows(read, reply, detect);
  },
  needsLanguage,
});

/** An instruction without arguments. */
export const plain = (follows: (reply: string) => boolean): Instruction =>
  instruction(z.looseObject({}), (_, reply) => follows(reply));
