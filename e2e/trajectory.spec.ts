import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { demoReady, expect, project, runs, test } from "./journey";

interface Row {
  case: string;
  repeat: number;
}

/** A case of the demo's second harness that called a tool, and the run it is in. */
async function demoCase(request: Parameters<typeof runs>[0]) {
  await demoReady(request);
  const run = (await runs(request)).find((item) => item.status === "completed" && item.versionName === "Modular");
  const response = await request.get(`/api/projects/${project}/runs/${run?.id}/results?category=price&limit=1`);
  const { items }: { items: Row[] } = await response.json();
  return { run: run?.id ?? "", item: items[0]?.case ?? "" };
}

test("a trajectory is read as a waterfall by keyboard, and the address opens it again", async ({ page, request }) => {
  const { run, item } = await demoCase(request);
  await page.goto(`/p/${project}/runs/${run}/${item}`);
  await page.getByText("Waterfall", { exact: true }).click();
  await expect(page).toHaveURL(/view=waterfall/);
  const lanes = page.locator("button[data-lane]");
  await lanes.first().focus();
  await page.keyboard.press("j");
  await expect(lanes.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(lanes.first()).toBeFocused();
  const call = page.getByRole("button", { name: /^Model call/ }).first();
  await call.focus();
  await page.keyboard.press("Enter");
  await expect(call).toHaveAttribute("aria-expanded", "true");
  await expect(page).toHaveURL(/step=\d+/);
  await expect(page.getByText(/prompt as sent/i).filter({ visible: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Model call/, expanded: true })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id)).toEqual([]);
});

test("the prompt as sent says which Skill and which tool a message came from", async ({ page, request }) => {
  const { run, item } = await demoCase(request);
  await page.goto(`/p/${project}/runs/${run}/${item}?view=steps`);
  const prompts = page.getByText(/prompt as sent/i).filter({ visible: true });
  await prompts.last().click();
  await expect(
    page
      .getByRole("link", { name: /^skills\/.+\/SKILL\.md$/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(
    page
      .getByRole("link", { name: /^prompt\/.+\.md$/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test("a trajectory is exported as JSON and as Markdown", async ({ page, request }) => {
  const { run, item } = await demoCase(request);
  await page.goto(`/p/${project}/runs/${run}/${item}`);
  const saved = async (name: string | RegExp) => {
    await page.getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name }).click();
    return readFile(await (await download).path(), "utf8");
  };
  expect(JSON.parse(await saved(/JSON/)).schemaVersion).toBe(1);
  const markdown = await saved(/prompts/);
  expect(markdown).toMatch(/^# Trajectory\n/);
  expect(markdown).toContain("Simulated policy");
});

test("two trajectories of one case stand side by side, by the address", async ({ page, request }) => {
  const { run, item } = await demoCase(request);
  await page.goto(`/p/${project}/runs/${run}/${item}`);
  await page.getByPlaceholder("Compare with").click();
  await page.getByRole("option", { name: /ReAct/ }).first().click();
  await expect(page).toHaveURL(/with=run_[^:%]+(:|%3A)0/);
  await expect(page.getByRole("heading", { name: "Side by side" })).toBeVisible();
  await page.reload();
  await expect(page.getByText(/after against before|both did the same|first step that differs/i).first()).toBeVisible();
});

/** Production serves something: a release of the demo's second harness where there is none yet. */
async function released(request: Parameters<typeof runs>[0]) {
  const releases: unknown[] = await (await request.get(`/api/projects/${project}/releases`)).json();
  if (releases.length > 0) return;
  const run = (await runs(request)).find((item) => item.status === "completed" && item.versionName === "Modular");
  const promoted = await request.post(`/api/projects/${project}/releases/promote`, {
    headers: { "x-studio-actor": "journey" },
    data: {
      ...{ version: run?.version, run: run?.id, reason: "First release", expectedRelease: null },
      override: "This journey is not about the gates.",
    },
  });
  expect(promoted.ok()).toBe(true);
}

test("served requests are listed, and one opens with its waterfall", async ({ page, request }) => {
  await demoReady(request);
  await released(request);
  await page.goto(`/p/${project}/releases`);
  await page.getByRole("navigation", { name: "Releases" }).getByRole("link", { name: "Served" }).click();
  await expect(page).toHaveURL(/releases\/served/);
  const answered = await request.post("/api/respond", {
    data: { project, input: { comments: [{ text: "How much is link 3?" }] } },
  });
  expect(answered.ok()).toBe(true);
  const { trajectory }: { trajectory: string } = await answered.json();
  await page.reload();
  await expect(page.getByText("How much is link 3?").first()).toBeVisible();
  await expect(page.getByText("stand-in policy").first()).toBeVisible();
  await page.goto(`/p/${project}/releases/served/${trajectory}`);
  await expect(page.locator("button[data-lane]").first()).toBeVisible();
});
