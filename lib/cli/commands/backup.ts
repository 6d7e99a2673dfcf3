import type { Command } from "commander";
import { type CommonOptions, withCommonOptions } from "../connection";
import { byteText, dataOf } from "../data-folder";
import { print } from "../output";

async function backup(file: string, { force, ...options }: CommonOptions & { force?: boolean }): Promise<void> {
  const { dataFile, actor } = dataOf(options);
  const { backUp } = await import("@/lib/server/storage/backup");
  const made = await backUp(dataFile, file, { actor, force: force === true });
  print(options, made, `Backed up to ${made.file}: ${byteText(made.bytes)} in ${made.seconds.toFixed(1)} s, checked.`);
}

async function restoreFrom(file: string, options: CommonOptions): Promise<void> {
  const { dataFile, actor } = dataOf(options);
  const { restore } = await import("@/lib/server/storage/restore");
  const done = restore(dataFile, file, { actor });
  const kept = done.kept === null ? "" : `\nWhat was there is kept as ${done.kept}`;
  const access = "Tokens that were revoked and people whose access was taken away since the backup have it again: look at both.";
  print(options, done, `Restored ${done.file}: ${byteText(done.bytes)}, schema ${done.schema}.${kept}\n${access}`);
}

export function registerBackup(program: Command): void {
  withCommonOptions(
    program
      .command("backup")
      .description("copy the data of a studio, while it goes on, into one file, and check the copy")
      .argument("<file>", "file to write")
      .option("--force", "replace a file that is there"),
  ).action(backup);
  withCommonOptions(
    program
      .command("restore")
      .description("put a backup in the place of a stopped studio's data, which is kept beside it")
      .argument("<file>", "backup"),
  ).action(restoreFrom);
}
