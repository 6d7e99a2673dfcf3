import { openDatabase } from "@/db/client";
import { findProject, insertProject } from "@/db/project-repository";
import { recordAudit } from "../context";
import { backUp } from "./backup";
import { restore } from "./restore";

// A process beside the one of a test, which writes to the same data file, keeps it open, or is killed at its work.
const [task = "", dataFile = "", argument = ""] = process.argv.slice(2);
const actor = `process ${process.pid}`;
const ready = () => process.stdout.write("ready\n");

if (task === "write" || task === "hold") {
  const { database, close } = openDatabase(dataFile);
  ready();
  for (let n = 0; task === "write" && n < Number(argument); n += 1) {
    const id = `p${process.pid}-${n}`;
    database.transaction((tx) => {
      // Reads before it writes, as use cases do.
      if (findProject(tx, id)) throw new Error(`${id} is there`);
      insertProject(tx, { id, name: "P", description: "", createdAt: new Date().toISOString() });
      recordAudit(tx, { actor }, { action: "project-created", project: id, subject: `project:${id}` });
    });
  }
  if (task === "hold") setInterval(() => {}, 1_000);
  else close();
} else if (task === "back-up-again-and-again") {
  ready();
  for (;;) await backUp(dataFile, argument, { actor, force: true });
} else if (task === "restore-again-and-again") {
  ready();
  for (;;) restore(dataFile, argument, { actor });
}
