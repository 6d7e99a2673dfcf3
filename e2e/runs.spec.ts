import { demoReady, expect, project, runs, test } from "./journey";

test("a run is started, paused, resumed and read down to one prompt", async ({ page, request }) => {
  await demoReady(request);
  await page.goto(`/p/${project}/runs`);
  await page.getByRole("button", { name: "New run" }).first().click();
  await page.getByLabel("Cases at once").fill("1");
  await page.getByLabel("May grow to").fill("1");
  await page.getByRole("dialog").getByRole("button", { name: /start/i }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(page.getByRole("region", { name: "Progress" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await page
    .getByRole("button", { name: /^cancel/i })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /cancel the run|cancel run/i })
    .click();
  await expect(page.getByText(/cancelled/i).first()).toBeVisible();
});

test("a run says what it will take, stops at its budget and is run to its end", async ({ page, request }) => {
  test.slow();
  await demoReady(request);
  await page.goto(`/p/${project}/runs?new=1`);
  const dialog = page.getByRole("dialog");
  const cost = dialog.getByRole("complementary", { name: "What it will take" });
  await expect(cost.getByText("482 case results")).toBeVisible({ timeout: 30_000 });
  await dialog.locator("summary", { hasText: "Budget" }).click();
  await dialog.getByLabel("Model calls").fill("0");
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(dialog.getByText(/a whole number from 1/)).toBeVisible();
  await dialog.getByLabel("Model calls").fill("60");
  await expect(cost.getByText(/will likely stop before its end/)).toBeVisible({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(page.getByText("stopped: budget").first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/60 of 60 model calls are used/).first()).toBeVisible();
  await page.getByRole("button", { name: /^Run the unscored again/ }).click();
  await page.getByRole("dialog").getByLabel("Model calls").fill("");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Run the unscored again/ })
    .click();
  await expect(page.getByText("completed", { exact: true }).first()).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/\d+ scored, 0 failed, 0 unscored/).first()).toBeVisible({ timeout: 60_000 });
});

test("a result shows its denominators, and a case its whole trajectory", async ({ page, request }) => {
  await demoReady(request);
  const run = (await runs(request)).find((item) => item.status === "completed" && item.versionName === "Modular");
  await page.goto(`/p/${project}/runs/${run?.id}`);
  await expect(page.getByText("482").first()).toBeVisible();
  await expect(page.getByText("stand-in policy").first()).toBeVisible();
  await expect(page.getByText("synthetic").first()).toBeVisible();
  await page.goto(`/p/${project}/runs/${run?.id}?category=price`);
  await page
    .getByRole("link", { name: /dev-price-/ })
    .first()
    .click();
  await expect(page.getByText(/skill/i).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("get_price").filter({ visible: true }).first()).toBeVisible();
  await expect(
    page
      .getByText(/prompt as sent/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test("two runs are compared in pairs", async ({ page, request }) => {
  await demoReady(request);
  const all = await runs(request);
  const of = (name: string) => all.find((run) => run.status === "completed" && run.versionName === name)?.id;
  await page.goto(`/p/${project}/runs/compare?base=${of("ReAct")}&head=${of("Modular")}`);
  await expect(page.getByText(/fixed/i).first()).toBeVisible();
  await expect(page.getByText(/broken/i).first()).toBeVisible();
  await expect(page.getByText(/detectable/i).first()).toBeVisible();
});
