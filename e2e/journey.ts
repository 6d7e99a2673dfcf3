import { type APIRequestContext, test as base, expect } from "@playwright/test";

/** A page that fails its test on any console error, page error or request that leaves the machine. */
export const test = base.extend<{ watched: undefined }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const problems: string[] = [];
      page.on("console", (message) => {
        // A response the test provokes on purpose (404, 409, 422) is logged by the browser itself.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("request", (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? "") && !/^(data|blob):/.test(url)) problems.push(`request to ${url}`);
      });
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export const project = "live-room";

interface RunItem {
  id: string;
  status: string;
  versionName: string;
  version: string;
}

interface CampaignItem {
  id: string;
  kind: "agent" | "judge";
  stages: { id: string; name: string; step: string; version: string | null; run: string | null }[];
}

export { expect };

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const response = await request.get(`/api${path}`);
  expect(response.ok(), path).toBe(true);
  return response.json();
}

export const runs = async (request: APIRequestContext) =>
  (await get<{ items: RunItem[] }>(request, `/projects/${project}/runs`)).items;

export const campaign = async (request: APIRequestContext): Promise<CampaignItem> => {
  const first = (await get<CampaignItem[]>(request, `/projects/${project}/campaigns`)).find((item) => item.kind === "agent");
  if (!first) throw new Error("the demo project has no campaign");
  return first;
};

/** Waits until the demo's two harnesses are evaluated. */
export async function demoReady(request: APIRequestContext): Promise<void> {
  await expect
    .poll(async () => (await runs(request)).filter((run) => run.status === "completed").length, {
      timeout: 150_000,
      intervals: [1_000],
    })
    .toBeGreaterThanOrEqual(2);
}
