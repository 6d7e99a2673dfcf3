import type { Command } from "commander";
import { writeBundleFolder } from "@/lib/server/bundle-folder";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { print } from "../output";

interface ExportOptions extends CommonOptions {
  project: string;
  version: string;
  out: string;
}

export function registerExport(program: Command): void {
  withCommonOptions(
    program
      .command("export")
      .description("write the files of a version into a folder, byte for byte")
      .requiredOption("--project <id>", "project")
      .requiredOption("--version <hash>", "version hash, or its first eight or more characters")
      .requiredOption("--out <folder>", "folder that is empty or not there yet"),
  ).action(async (options: ExportOptions) => {
    const { hash, files } = await withStudio(options, (client) =>
      client.versions.bundle({ project: options.project, version: options.version }),
    );
    await writeBundleFolder(options.out, files);
    const count = Object.keys(files).length;
    print(options, { version: hash, folder: options.out, files: count }, `Wrote ${count} files of ${hash} to ${options.out}`);
  });
}
