import type { Command } from "commander";
import type { ReplayReport } from "@/lib/contracts/run";
import { type CommonOptions, type StudioClient, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { print } from "../output";
import { projectOfRun } from "../project-of-run";

interface ReplayOptions extends CommonOptions {
  project?: string;
  run: string;
  case?: string;
}

interface Replayed extends ReplayReport {
  case: string;
  repeat: number;
}

const PAGE = 500;
const SHOWN = 20;

async function* rowsOf(client: StudioClient, place: { project: string; run: string }, only: string | undefined) {
  for (let offset = 0; ; offset += PAGE) {
    const { total, items } = await client.runs.results({ ...place, offset, limit: PAGE });
    for (const row of items) if (only === undefined || row.case === only) yield row;
    if (offset + PAGE >= total) return;
  }
}

const tell = ({ case: id, repeat, equal, bytes, difference, note }: Replayed): string => {
  const name = repeat === 0 ? id : `${id} repeat ${repeat}`;
  if (equal || !difference) return `${name}: equal, ${bytes} bytes`;
  return `${name}: differs at ${difference.place}\n  stored   ${difference.stored}\n  replayed ${difference.replayed}\n  ${note}`;
};

export function registerReplay(program: Command): void {
  withCommonOptions(
    program
      .command("replay")
      .description("run stored trajectories again on their recorded model and tool outputs; they must come out byte for byte")
      .requiredOption("--run <id>", "run")
      .option("--case <id>", "one case (default: all of the run)")
      .option("--project <id>", "project of the run (default: wherever it is)"),
  ).action(async (options: ReplayOptions) => {
    const replayed = await withStudio(options, async (client) => {
      const place = { project: options.project ?? (await projectOfRun(client, options.run)), run: options.run };
      const reports: Replayed[] = [];
      for await (const { case: id, repeat } of rowsOf(client, place, options.case)) {
        reports.push({ case: id, repeat, ...(await client.runs.replay({ ...place, case: id, repeat })) });
      }
      return reports;
    });
    const unequal = replayed.filter(({ equal }) => !equal);
    const shown = (options.case === undefined ? unequal : replayed).slice(0, SHOWN).map(tell);
    const summary = `${replayed.length - unequal.length} of ${replayed.length} trajectories replay byte for byte`;
    print(
      options,
      { trajectories: replayed.length, equal: replayed.length - unequal.length, unequal },
      [...shown, summary].join("\n"),
    );
    if (unequal.length > 0 || replayed.length === 0) process.exitCode = EXIT.negative;
  });
}
