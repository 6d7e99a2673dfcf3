/** Exit codes of every command; stated in --help. */
export const EXIT = { fine: 0, negative: 1, usage: 2, internal: 3 } as const;

/** Ends a command with a message on standard error and an exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: (typeof EXIT)[keyof typeof EXIT] = EXIT.usage,
  ) {
    super(message);
    this.name = "CommandError";
  }
}
