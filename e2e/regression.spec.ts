import { campaign, demoReady, expect, project, test } from "./journey";

test("new failures come first and open before and after, at the first step that differs", async ({ page, request }) => {
  test.setTimeout(240_000);
  await demoReady(request);
  const { id, stages } = await campaign(request);
  const second = stages[1];
  if (!second) throw new Error("the demo campaign has no second stage");
  await page.goto(`/p/${project}/evolve/${id}/${second.id}?view=regression-check`);
  const broken = page.getByRole("table", { name: "New failures" });
  await expect(broken).toBeVisible({ timeout: 60_000 });
  const rows = broken.getByRole("row");

  await page.locator("h1").first().click();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/flip=/);
  const pane = page.getByRole("complementary", { name: /before and after/ });
  await expect(pane.getByText("First step that differs", { exact: true })).toBeInViewport({ timeout: 30_000 });
  const opened = page.url();
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(opened);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(opened);

  await page.reload();
  await expect(pane).toBeVisible({ timeout: 30_000 });
  await page.locator("h1").first().click();
  await page.keyboard.press("Escape");
  await expect(pane).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Fixed cases" })).toBeVisible();
});

test("a night is off, and is not begun without a limit", async ({ page, request }) => {
  await demoReady(request);
  const { id } = await campaign(request);
  await page.goto(`/p/${project}/evolve/${id}`);
  await page.getByRole("button", { name: "Set up a night" }).click();
  const dialog = page.getByRole("dialog", { name: "A night of the autopilot" });
  await dialog.getByRole("button", { name: "Start the night" }).click();
  await expect(dialog.getByText("Set at least one limit.")).toBeVisible();
  await dialog.getByLabel("Model calls").fill("2000");
  await expect(dialog.getByText(/At worst: 3 branches of 2 stages/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
});
