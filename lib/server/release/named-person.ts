import "server-only";
import { UNNAMED } from "../actor";
import { badRequest } from "../app-error";
import type { Context } from "../context";

/** Who is asking: the person's id where somebody is signed in, and the name in which they write. */
export const personOf = ({ principal }: Pick<Context, "principal">): string | null => principal?.person ?? null;

/**
 * What stands for good needs a name under it.
 * @throws AppError where nobody is signed in and the request names nobody.
 */
export function requireNamed(context: Pick<Context, "actor" | "principal">, field: string): void {
  if (personOf(context) === null && context.actor === UNNAMED)
    throw badRequest(`${field}: say who you are; set your name in the studio, or --actor at the command line`);
}

/** Whether this is another than who wrote before. Without sign-in names tell people apart, whatever their case. */
export function isAnother(
  context: Pick<Context, "actor" | "principal">,
  before: { person: string | null; actor: string },
): boolean {
  const person = personOf(context);
  if (person !== null && before.person !== null) return person !== before.person;
  return fold(context.actor) !== fold(before.actor);
}

const fold = (name: string) => name.trim().normalize("NFKC").toLowerCase();
