import { CaseCollector, type CaseFile, describeIssues } from "../case-collector";
import { NO_CHECK } from "../default-checks";
import { parseJson } from "../parse-json";
import { chatCase } from "./chat-case";
import { readChatRecord } from "./chat-record";
import { logEntries } from "./log-entries";

/**
 * Parses a log of OpenAI-style conversations, JSON Lines or a JSON array, into cases with the default checks. Entries with a
 * problem are left out and reported by the line on which they begin. `truncated`: the text ends anywhere, so its last entry
 * does not count.
 */
export function parseChatLog(text: string, settings: { defaultChecks: boolean; truncated?: boolean }): CaseFile {
  const collector = new CaseCollector();
  const take = (source: string, line: number) => {
    const json = parseJson(source);
    if (!json.ok) return collector.report(line, json.message);
    const read = readChatRecord(json.value);
    if (!read.ok) return collector.report(line, describeIssues(read.issues));
    const made = chatCase(read.record, (id) => collector.has(id));
    if (!made.ok) return collector.report(line, made.message);
    if (!settings.defaultChecks) return collector.report(line, NO_CHECK);
    collector.add(line, made.value);
  };
  let held: { source: string; line: number } | null = null;
  for (const entry of logEntries(text)) {
    if (held) take(held.source, held.line);
    held = entry;
  }
  if (held && !settings.truncated) take(held.source, held.line);
  return { cases: collector.cases, shared: {}, problems: collector.problems };
}
