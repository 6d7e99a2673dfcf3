import { campaign, demoReady, expect, project, test } from "./journey";

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

test("the stages page shows scores, categories and the stop rule, and leads to the cases", async ({ page, request }) => {
  await demoReady(request);
  const { id } = await campaign(request);
  await page.goto(`/p/${project}/evolve/${id}`);
  await expect(page.locator(".recharts-surface").first()).toBeVisible();
  await expect(page.getByText(/sparse|largest stable cluster/i).first()).toBeVisible();
  await expect(page.getByText("negative-feedback").first()).toBeVisible();
});
