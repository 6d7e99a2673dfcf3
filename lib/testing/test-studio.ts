import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ACTOR_HEADER } from "@/lib/contracts/api";
import type { Bundle } from "@/lib/contracts/harness";
import { handleApi } from "@/lib/server/http";
import { openStudio, type Studio } from "@/lib/server/studio";

/** An answer of the API; `body` is the parsed JSON, of whatever shape the test then asserts. */
export interface Answer {
  status: number;
  body: ReturnType<typeof JSON.parse>;
}

export interface TestStudio {
  studio: Studio;
  /** Errors that were reported as internal. */
  reported: unknown[];
  /** Calls the API through its HTTP handler, for example `call("GET", "/projects")`. */
  call(method: string, path: string, body?: unknown, actor?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** A studio on a real, migrated database in a temporary folder. */
export function openTestStudio(settings: { servingLimit?: number; dataFolder?: string } = {}): TestStudio {
  const dataFolder = settings.dataFolder ?? mkdtempSync(join(tmpdir(), "studio-api-"));
  const reported: unknown[] = [];
  const studio = openStudio({ ...settings, dataFolder, report: (error) => reported.push(error) });
  return {
    studio,
    reported,
    async call(method, path, body, actor = "ada") {
      const request = new Request(`http://127.0.0.1:3000/api${path}`, {
        method,
        headers: { [ACTOR_HEADER]: encodeURIComponent(actor), ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const response = await handleApi(request, studio);
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    async close() {
      await studio.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A small harness that parses without problems. */
export const SMALL_BUNDLE: Bundle = {
  "harness.yaml": "name: Small\ndescription: A harness for tests.\nrequireReplySkill: false\n",
  "prompt/01-role.md": "---\norder: 1\n---\nYou answer viewers in one sentence.\n",
};

const smallCase = (id: string, text: string) => ({
  id,
  category: "greeting",
  input: { comments: [{ text }] },
  checks: [{ id: "length", metric: "accuracy", kind: "reply-length", min: 1, max: 2_000 }],
});

/** A case file of the given number of cases. */
export const smallCaseFile = (count: number): string =>
  `${Array.from({ length: count }, (_, index) => JSON.stringify(smallCase(`case-${index + 1}`, `hello number ${index + 1}`))).join("\n")}\n`;
