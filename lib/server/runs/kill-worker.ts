import { openStudio } from "../studio";

// The process that kill.test.ts kills: opens the studio on STUDIO_DATA, goes on with what is unfinished, and leaves when the
// run named on the command line has ended.
const [run] = process.argv.slice(2);
if (run === undefined) throw new Error("usage: kill-worker RUN");
const studio = openStudio({ dataFolder: process.env.STUDIO_DATA ?? "./data" });
await studio.runner.recover();
process.stdout.write("ready\n");
for await (const progress of studio.runner.progress(run)) process.stdout.write(`${progress.status} ${progress.counts.done}\n`);
await studio.close();
