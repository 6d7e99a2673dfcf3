import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { demoReady, expect, project, test } from "./journey";

const root = `/api/projects/${project}`;

interface ReleaseItem {
  id: string;
  version: string;
}

const releases = async (request: APIRequestContext): Promise<ReleaseItem[]> => (await request.get(`${root}/releases`)).json();

/** Gates that a handful of cases decides in seconds: the replay passes, the regression asks for the impossible. */
async function quickGates(request: APIRequestContext) {
  const cases = (await readFile("examples/live-room/cases/dev.jsonl", "utf8")).split("\n").slice(0, 8).join("\n");
  const imported = await request.post(`${root}/datasets/import`, {
    data: { name: `eight ${Date.now()}`, role: "gate", synthetic: true, text: cases },
  });
  const { dataset } = await imported.json();
  const [newest] = await (await request.get(`${root}/gates/settings`)).json();
  const { latency, regression, required } = newest.settings;
  const saved = await request.put(`${root}/gates/settings`, {
    headers: { "x-studio-actor": "Mei" },
    data: {
      settings: {
        ...newest.settings,
        latency: { ...latency, warmUp: 1, minimumCases: 2 },
        regression: { ...regression, dataset: dataset.id, judge: null, lowerBound: 0.9 },
        required: { ...required, production: ["latency", "regression"] },
      },
      reason: "A handful of cases for the journey",
      expectedVersion: newest.version,
    },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

async function beMei(page: Page) {
  await page.addInitScript(() => localStorage.setItem("studio-actor", "Mei"));
}

/** Chooses the demo's second harness with the policy that serves. */
async function chooseModular(page: Page) {
  await page.goto(`/p/${project}/releases?promote=choose&endpoint=embedded`);
  await page.getByLabel("Version").first().click();
  await page
    .getByRole("option", { name: /Modular/ })
    .first()
    .click();
}

test("gates that fail are measured and overridden, the release verifies, and is rolled back with evidence", async ({
  page,
  request,
}) => {
  await demoReady(request);
  await quickGates(request);
  await beMei(page);
  await chooseModular(page);
  const table = page.getByRole("table", { name: "Gates" });
  await expect(table.getByText(/no result/).first()).toBeVisible();
  const submit = page.getByRole("button", { name: "Promote to production" });
  await expect(submit).toBeDisabled();

  // The replay first: nothing else may use its endpoint meanwhile.
  await page.getByRole("button", { name: /^Run it: latency/ }).click();
  await expect(page.getByText(/1 of 2 gates do(es)? not pass/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: /^Run (it|them): regression/ }).click();
  await expect(table.getByText("avg against production")).toBeVisible({ timeout: 30_000 });

  await page.getByLabel(/^Promote although/).check();
  await page.getByLabel("Why it is promoted all the same").fill("The bound of the journey cannot be met");
  await page.getByRole("textbox", { name: "Reason", exact: true }).fill("Better in most categories");
  await submit.click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  await expect(page.getByText("overridden").first()).toBeVisible();
  await expect(page.getByText("Better in most categories").first()).toBeVisible();

  await page.getByRole("link", { name: "Gates, manifest and evidence" }).click();
  await expect(page.getByText("verified", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Promoted although .*regression.* did not pass/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Manifest" }).getByText("Hash of the manifest")).toBeVisible();

  await page.goto(`/p/${project}/releases`);
  await page.getByRole("button", { name: "Roll back to this" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Alarm in the room");
  await dialog.getByLabel("What went off").fill("Replies name wrong prices");
  await dialog.getByRole("button", { name: "Add it" }).click();
  await dialog.getByRole("button", { name: "Roll back", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const [latest] = await releases(request);
  await page.goto(`/p/${project}/releases/${latest?.id}`);
  await expect(page.getByText("Replies name wrong prices")).toBeVisible();
  await expect(page.getByText("verified", { exact: true })).toBeVisible();
});

test("the later of two people who promote sees the conflict", async ({ page, request }) => {
  await demoReady(request);
  await beMei(page);
  await chooseModular(page);
  await page.getByRole("textbox", { name: "Reason", exact: true }).fill("Better in most categories");
  await page.getByLabel(/^Promote although/).check();
  await page.getByLabel("Why it is promoted all the same").fill("This journey is not about the gates");
  const [before] = await releases(request);
  const colleague = await request.post(`${root}/releases/promote`, {
    headers: { "x-studio-actor": "colleague" },
    data: {
      endpoint: null,
      run: null,
      reason: "A colleague took the policy away",
      override: "This journey is not about the gates",
      expectedRelease: before?.id ?? null,
    },
  });
  expect(colleague.ok(), await colleague.text()).toBe(true);
  await page.getByRole("button", { name: "Promote to production" }).click();
  await expect(page.getByRole("alert").getByText(/colleague/)).toBeVisible();
  await page.getByRole("button", { name: "Decide again from here" }).click();
  await page.getByRole("button", { name: "Promote to production" }).click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
});
