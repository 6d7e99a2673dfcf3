import type { z } from "zod";
import { Case, type FixtureTables, type LineProblem } from "@/lib/contracts/case";

export interface CaseFile {
  cases: Case[];
  /** Recorded tool returns that every case of the file shares. */
  shared: FixtureTables;
  problems: LineProblem[];
}

const ISSUES_A_LINE = 4;

/** Takes the cases of a file one by one; those that are no case, or whose id was there before, become problems. */
export class CaseCollector {
  readonly cases: Case[] = [];
  readonly problems: LineProblem[] = [];
  readonly #lineOfId = new Map<string, number>();

  report(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  has(id: string): boolean {
    return this.#lineOfId.has(id);
  }

  /** Adds the case, or reports what is wrong with it. */
  add(line: number, value: unknown): boolean {
    const parsed = Case.safeParse(value);
    if (!parsed.success) return this.#refuse(line, describeIssues(parsed.error.issues));
    const item = parsed.data;
    const first = this.#lineOfId.get(item.id);
    if (first !== undefined) return this.#refuse(line, `duplicate id "${item.id}": line ${first} has it already`);
    const ids = item.checks.map((check) => check.id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) return this.#refuse(line, `case "${item.id}": two checks have the id "${twice}"`);
    this.#lineOfId.set(item.id, line);
    this.cases.push(item);
    return true;
  }

  #refuse(line: number, message: string): false {
    this.report(line, message);
    return false;
  }
}

/** The first few issues with their places, in one line. */
export function describeIssues(issues: z.core.$ZodIssue[], prefix: PropertyKey[] = []): string {
  const described = issues.slice(0, ISSUES_A_LINE).map((issue) => {
    const place = formatPath([...prefix, ...issue.path]);
    return place === "" ? issue.message : `${place}: ${issue.message}`;
  });
  const left = issues.length - described.length;
  return described.join("; ") + (left > 0 ? `; and ${left} more` : "");
}

function formatPath(path: PropertyKey[]): string {
  let text = "";
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else text += text === "" ? String(key) : `.${String(key)}`;
  }
  return text;
}
