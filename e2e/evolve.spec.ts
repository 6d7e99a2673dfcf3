import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { campaign, demoReady, expect, project, test } from "./journey";

interface EvaluatedCampaign {
  id: string;
  kind: "agent" | "judge";
  stages: { id: string; version: string | null; run: string | null }[];
}

/** A stage of its own, begun from an evaluated one. */
async function newStage(request: APIRequestContext): Promise<string> {
  await demoReady(request);
  const all: EvaluatedCampaign[] = await (await request.get(`/api/projects/${project}/campaigns`)).json();
  const [found] = all.flatMap(({ id, kind, stages }) => {
    const parent = stages.find((stage) => stage.run !== null && stage.version !== null);
    return kind === "agent" && parent ? [{ id, parent: parent.id }] : [];
  });
  if (!found) throw new Error("no campaign has an evaluated stage");
  const { id, parent } = found;
  const answer = await request.post(`/api/projects/${project}/campaigns/${id}/stages`, { data: { parent } });
  expect(answer.ok(), await answer.text()).toBe(true);
  const stage: { id: string } = await answer.json();
  return `/p/${project}/evolve/${id}/${stage.id}`;
}

const entryOf = (page: Page) => page.getByRole("region", { name: "Entry" });

async function diagnose(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Diagnose", exact: true }).first().click();
  await expect(entryOf(page)).toBeVisible({ timeout: 90_000 });
}

/** A page of somebody else's browser. */
async function pageOf(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((actor) => localStorage.setItem("studio-actor", actor), name);
  return context.newPage();
}

/** Away from the editor and all fields, so that single letters are keys of the review. */
const toThePage = (page: Page) => page.locator("h1").first().click();

test("one stage of the loop, from diagnosis to a decision, with the keyboard", async ({ page, request }) => {
  test.setTimeout(240_000);
  await demoReady(request);
  const { id, stages } = await campaign(request);
  await page.goto(`/p/${project}/evolve/${id}`);
  await page.getByRole("button", { name: "Another stage" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /begin|start|make/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/stg_/);

  await page.getByRole("button", { name: "Diagnose", exact: true }).first().click();
  await expect(page.getByRole("region", { name: "Entry" })).toBeVisible({ timeout: 90_000 });
  await expect(page.locator(".monaco-diff-editor .line-insert").first()).toBeVisible({ timeout: 30_000 });

  await page.locator("h1").first().click();
  await page.keyboard.press("r");
  await page.getByLabel("Reason").fill("Too broad for this week");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const open = page.getByRole("button", { name: /review the next entry/i });
  const make = page.getByRole("button", { name: "Make the version" }).first();
  await expect(async () => {
    if (await open.isVisible()) await page.keyboard.press("a");
    await expect(make).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  await make.click();
  await page.getByRole("button", { name: "Start the evaluation" }).first().click();
  const decide = page.getByRole("button", { name: "Decide", exact: true }).first();
  await expect(decide).toBeVisible({ timeout: 150_000 });
  await expect(page.getByText(/fixed/i).first()).toBeVisible();

  await decide.click();
  const drawer = page.getByRole("dialog");
  await drawer.getByRole("radio", { name: "Another stage" }).click();
  await drawer.getByLabel("Reason").fill("Carries on; nothing P0 broke");
  await drawer.getByRole("button", { name: "Another stage" }).click();
  await expect
    .poll(async () => (await campaign(request)).stages.find((stage) => !stages.some((known) => known.id === stage.id))?.step)
    .toBe("decided");
});

test("an entry is reviewed hunk by hunk, tried on a handful of cases and asked for again", async ({ page, request }) => {
  test.setTimeout(240_000);
  await diagnose(page, await newStage(request));
  const entry = entryOf(page);
  await expect(page.locator(".monaco-diff-editor .line-insert").first()).toBeVisible({ timeout: 30_000 });

  await toThePage(page);
  await page.keyboard.press("x");
  await expect(entry.getByText("dropped").first()).toBeVisible();
  await expect(entry.getByRole("button", { name: "Save the edit" })).toBeVisible();
  const check = page.getByRole("region", { name: "Your edit, as it stands" });
  await expect(check.getByText(/verif/i).first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("u");
  await expect(entry.getByText("dropped")).toHaveCount(0);
  await expect(entry.getByRole("button", { name: "Accept" })).toBeVisible();

  await page.keyboard.press("t");
  const trial = page.getByRole("region", { name: "Try now" });
  await expect(trial.getByText(/(fixed|broke) \d+ of \d+/)).toBeVisible({ timeout: 60_000 });
  await expect(trial.getByText("stand-in policy")).toBeVisible();
  await expect(trial.getByText(/no evaluation/)).toBeVisible();

  await page.keyboard.press("c");
  await page.getByLabel("What it should do otherwise").fill("Say it in one sentence");
  await page.getByRole("button", { name: "Ask for another attempt" }).click();
  // A program may have no other idea, and then says so.
  await expect(
    entry
      .getByText(/earlier attempt/)
      .or(entry.getByRole("alert"))
      .first(),
  ).toBeVisible({ timeout: 60_000 });

  const clusters = page.getByRole("list", { name: "Clusters of failures" });
  const before = await clusters.locator(":scope > li").count();
  await toThePage(page);
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").first().check();
  await dialog.getByLabel("Name").fill("Merged by hand");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(clusters.getByText("Merged by hand")).toBeVisible();
  await expect(clusters.locator(":scope > li")).not.toHaveCount(before);
});

test("two people on one stage see each other's decisions, and an open edit stays", async ({ browser, request }) => {
  test.setTimeout(240_000);
  const address = await newStage(request);
  const [ada, bo] = [await pageOf(browser, "Ada"), await pageOf(browser, "Bo")];
  await diagnose(ada, address);
  await bo.goto(ada.url());
  await expect(entryOf(bo)).toBeVisible({ timeout: 30_000 });
  const title = await entryOf(bo).getByRole("heading").first().textContent();

  await toThePage(bo);
  await bo.keyboard.press("e");
  await expect(entryOf(bo).getByRole("button", { name: "Save the edit" })).toBeVisible();
  await toThePage(ada);
  await ada.keyboard.press("a");
  await expect(bo.getByRole("status", { name: "News of this stage" })).toContainText(`Ada accepted: ${title}`);
  await expect(entryOf(bo).getByText(/Ada changed this entry meanwhile: it is accepted/)).toBeVisible();
  await expect(entryOf(bo).getByRole("button", { name: "Save the edit" })).toBeDisabled();
  await entryOf(bo).getByRole("button", { name: "Discard mine" }).click();
  await expect(entryOf(bo).getByText("by Ada")).toBeVisible();

  await toThePage(bo);
  await bo.keyboard.press("o");
  await expect(ada.getByRole("status", { name: "News of this stage" })).toContainText(`Bo reopened: ${title}`);
  await Promise.all([ada.context().close(), bo.context().close()]);
});

test("the stages page shows scores, categories and the stop rule, and leads to the cases", async ({ page, request }) => {
  await demoReady(request);
  const { id } = await campaign(request);
  await page.goto(`/p/${project}/evolve/${id}`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expect(page.getByText(/sparse|largest stable cluster/i).first()).toBeVisible();
  await expect(page.getByText("negative-feedback").first()).toBeVisible();
});
