import "server-only";

/**
 * Whether a value is an error of this name. Two bundles of one server (pages and start-up) each have a copy of an error's
 * class, so that the name tells what the identity of the class does not.
 */
export const isNamedError = (value: unknown, name: string): boolean => value instanceof Error && value.name === name;
