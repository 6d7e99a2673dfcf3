import type { Command } from "commander";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { print } from "../output";
import { formatTable, percent } from "../table";

interface ListOptions extends CommonOptions {
  project: string;
}

const LISTED = 100;

export function registerLists(program: Command): void {
  withCommonOptions(program.command("projects").description("list the projects")).action(async (options: CommonOptions) => {
    const projects = await withStudio(options, (client) => client.projects.list());
    const rows = projects.map((project) => [project.id, project.name, project.createdAt]);
    print(options, projects, formatTable(["project", "name", "made"], rows));
  });

  withCommonOptions(
    program
      .command("versions")
      .description("list the versions of a project, newest first")
      .requiredOption("--project <id>", "project"),
  ).action(async (options: ListOptions) => {
    const versions = await withStudio(options, (client) => client.versions.list({ project: options.project }));
    const rows = versions.map((version) => [
      version.hash.slice(0, 12),
      version.name,
      version.origin,
      version.parent?.slice(0, 12) ?? "–",
      version.author,
      version.createdAt,
      version.use.production ? "production" : "",
    ]);
    print(options, versions, formatTable(["version", "name", "origin", "parent", "author", "made", ""], rows));
  });

  withCommonOptions(
    program.command("runs").description("list the runs of a project, newest first").requiredOption("--project <id>", "project"),
  ).action(async (options: ListOptions) => {
    const runs = await withStudio(options, (client) => client.runs.list({ project: options.project, limit: LISTED }));
    const rows = runs.items.map((run) => [
      run.id,
      run.versionName,
      run.endpointName,
      run.datasetName,
      run.status,
      `${run.counts.done}/${run.counts.total}`,
      percent(run.accuracy.mean),
      percent(run.effectiveness.mean),
      percent(run.avg.mean),
    ]);
    const heads = ["run", "version", "endpoint", "data set", "status", "done", "Accuracy", "Effectiveness", "AVG"];
    print(options, runs, formatTable(heads, rows));
  });
}
