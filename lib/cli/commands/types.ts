import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { authorTypes } from "@/lib/client/author-types";
import { CommandError } from "../exit";

export function registerTypes(program: Command): void {
  program
    .command("types")
    .description("print TypeScript declarations for the authors of Hooks and custom modules")
    .option("--out <file>", "write them there instead, for example harness.d.ts beside the bundle's folder")
    .action(async ({ out }: { out?: string }) => {
      if (out === undefined) {
        process.stdout.write(authorTypes());
        return;
      }
      if (!out.endsWith(".d.ts")) throw new CommandError(`--out names a declaration file: ${out} does not end in .d.ts.`);
      await writeFile(out, authorTypes(), "utf8").catch((error: Error) => {
        throw new CommandError(`${out} cannot be written: ${error.message}.`);
      });
      process.stdout.write(`Wrote ${out}\n`);
    });
}
