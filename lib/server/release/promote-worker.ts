import { z } from "zod";
import { currentRelease } from "@/db/release-repository";
import { AppError } from "../app-error";
import { openStudio } from "../studio";
import { promote } from "../use-cases/releases";

// The process that the kill and race tests of promotion run: promotes the versions of the project p in turn, over whatever it sees
// in production, until it is killed or has won as often as the command line says.
const [name = "worker", wins = "1", ...versions] = process.argv.slice(2);
const wanted = z.coerce.number().parse(wins);
const studio = openStudio({ dataFolder: process.env.STUDIO_DATA ?? "./data" });
process.stdout.write("ready\n");
let won = 0;
while (won < wanted) {
  const now = currentRelease(studio.database, "p");
  const version = versions.find((one) => one !== now?.version);
  try {
    const input = { project: "p", channel: "production", version, run: null, reason: "Race.", override: null } as const;
    const { id } = promote({ studio, actor: name }, { ...input, expectedRelease: now?.id ?? null });
    won += 1;
    process.stdout.write(`${id}\n`);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  }
  // Lets what was written leave this process, and the other one have its turn.
  await new Promise((resolve) => setImmediate(resolve));
}
await studio.close();
