import { join, resolve } from "node:path";
import { type CommonOptions, systemUser } from "./connection";
import { CommandError } from "./exit";

/** Where a command that works on the data itself finds it, and the name in which it writes. */
export function dataOf(options: CommonOptions): { dataFolder: string; dataFile: string; actor: string } {
  if (options.url !== undefined) throw new CommandError("This command works on a data folder; --url does not go with it.");
  const dataFolder = resolve(options.data ?? process.env.STUDIO_DATA ?? "./data");
  return { dataFolder, dataFile: join(dataFolder, "studio.sqlite"), actor: options.actor ?? systemUser() };
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** "12.3 MB". */
export function byteText(bytes: number): string {
  const unit = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${unit === 0 ? bytes : (bytes / 1_000 ** unit).toFixed(1)} ${UNITS[unit]}`;
}
