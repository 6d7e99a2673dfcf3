import type { Command } from "commander";
import type { RemovedItem } from "@/lib/contracts/storage";
import { type CommonOptions, withCommonOptions } from "../connection";
import { byteText, dataOf } from "../data-folder";
import { CommandError } from "../exit";
import { print } from "../output";
import { formatTable } from "../table";

interface PurgeOptions extends CommonOptions {
  olderThan: string;
  dryRun?: boolean;
  yes?: boolean;
  vacuum?: boolean;
}

const DAY_MS = 24 * 3_600_000;

function daysOf(text: string): number {
  const days = /^(\d{1,5})d?$/.exec(text)?.[1];
  if (days === undefined) throw new CommandError("--older-than is a number of days, for example 30d.");
  return Number(days);
}

const tableOf = (items: readonly RemovedItem[]): string =>
  formatTable(
    ["kind", "id", "name", "project", "deleted by", "deleted at"],
    items.map((item) =>
      [item.kind, item.id, item.name, item.project ?? "–", item.removedBy, item.removedAt].map((cell) =>
        cell.replace(/\p{Cc}/gu, " "),
      ),
    ),
  );

async function purgeCommand({ olderThan, dryRun, yes, vacuum, ...options }: PurgeOptions): Promise<void> {
  const { dataFolder, actor } = dataOf(options);
  const before = new Date(Date.now() - daysOf(olderThan) * DAY_MS).toISOString();
  const { DatabaseUnusable, openStudio } = await import("@/lib/server/studio");
  const { purge, purgeable } = await import("@/lib/server/storage/purge");
  const open = () => {
    try {
      return openStudio({ dataFolder });
    } catch (error) {
      throw error instanceof DatabaseUnusable ? new CommandError(error.message) : error;
    }
  };
  const studio = open();
  try {
    const context = { studio, actor };
    const items = purgeable(context, before);
    if (dryRun) return print(options, { items }, items.length === 0 ? "Nothing would go." : `These would go:\n${tableOf(items)}`);
    if (items.length > 0 && !yes)
      throw new CommandError(`${tableOf(items)}\n\nThese would go for good. Give --yes to let them, or --dry-run to look.`);
    const done = purge(context, items);
    if (vacuum) studio.database.$client.exec("vacuum");
    const kept = done.kept.length === 0 ? "" : `\nKept, since something still names them:\n${tableOf(done.kept)}`;
    const size = vacuum
      ? "The file was made smaller by that."
      : "The file keeps its size and fills that first; --vacuum makes it smaller.";
    print(options, done, `${done.gone.length} purged, ${byteText(done.freed)} freed. ${size}${kept}`);
  } finally {
    await studio.close();
  }
}

export function registerPurge(program: Command): void {
  withCommonOptions(
    program
      .command("purge")
      .description("take what was deleted away for good, but for the audit log; it cannot be brought back")
      .option("--older-than <days>", "what was deleted before so many days, for example 30d", "30d")
      .option("--dry-run", "say what would go")
      .option("--yes", "let it go")
      .option("--vacuum", "then make the data file smaller; writes it anew, and needs as much room again"),
  ).action(purgeCommand);
}
