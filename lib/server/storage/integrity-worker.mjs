// A thread of its own, with its own connection: reading a whole data file takes seconds a gigabyte and no request is to wait for it.
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";

const sqlite = new Sqlite(workerData.path, { readonly: true, fileMustExist: true });
const problems = [];
try {
  for (const { quick_check: found } of sqlite.pragma("quick_check(20)")) if (found !== "ok") problems.push(String(found));
  if (problems.length === 0) {
    for (const { table, parent } of sqlite.pragma("foreign_key_check").slice(0, 20))
      problems.push(`a row of ${table} names one of ${parent} that is not there`);
  }
} catch (error) {
  problems.push(String(error?.message ?? error));
} finally {
  sqlite.close();
}
parentPort.postMessage(problems);
