import type { StudioClient } from "./connection";
import { CommandError } from "./exit";

/** The project that a run is in; an error where no project has it. */
export async function projectOfRun(client: StudioClient, run: string): Promise<string> {
  for (const project of await client.projects.list()) {
    const found = await client.runs.get({ project: project.id, run }).catch(() => null);
    if (found) return project.id;
  }
  throw new CommandError(`There is no run ${run}.`);
}
