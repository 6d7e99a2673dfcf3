import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { z } from "zod";
import { type ResultExportFormat, resultExportPath } from "@/lib/contracts/result-export";
import type { Download } from "./connection";
import { CommandError, EXIT } from "./exit";

const Refused = z.object({ message: z.string() });

/** Waits for a slow reader instead of holding the whole text for it; one that goes away, such as `head`, is the end. */
async function toStandardOutput(source: Readable): Promise<void> {
  let gone = false;
  const end = () => {
    gone = true;
    source.destroy();
  };
  process.stdout.once("error", end);
  try {
    for await (const piece of source) if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  } catch (error) {
    if (!gone) throw error;
  } finally {
    process.stdout.off("error", end);
  }
}

/** Writes the results of a run into a file, or to standard output where none is named, as they come. */
export async function writeResults(
  download: Download,
  place: { project: string; run: string },
  format: ResultExportFormat,
  file?: string,
): Promise<void> {
  const response = await download(resultExportPath(place.project, place.run, format));
  if (!response.ok || !response.body) {
    const refused = Refused.safeParse(await response.json().catch(() => null));
    const message = refused.success ? refused.data.message : `The studio answered with ${response.status}.`;
    throw new CommandError(message, response.status < 500 ? EXIT.usage : EXIT.internal);
  }
  const source = Readable.fromWeb(response.body as NodeStream<Uint8Array>);
  if (file === undefined) {
    return toStandardOutput(source);
  }
  try {
    await pipeline(source, createWriteStream(file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} could not be written: ${why}`);
  }
}
