import { demoReady, expect, project, test } from "./journey";

test("cases are filtered by category and text, and one shows its checks and past results", async ({ page, request }) => {
  await demoReady(request);
  await page.goto(`/p/${project}/cases`);
  await page.getByRole("link", { name: "dev", exact: true }).first().click();
  await expect(page).toHaveURL(/\/cases\/ds_/);
  await page.goto(`${page.url().split("?")[0]}?category=identity`);
  await page
    .getByRole("link", { name: /dev-identity-/ })
    .first()
    .click();
  await expect(page).toHaveURL(/dev-identity-/);
  await expect(page.getByText("grounded").first()).toBeVisible();
  await expect(page.getByText("ReAct").first()).toBeVisible();
});

test("a malformed line is named, and the rest can be imported", async ({ page }) => {
  await page.goto(`/p/${project}/cases`);
  await page
    .getByRole("button", { name: /import/i })
    .first()
    .click();
  const good = JSON.stringify({
    id: "own-1",
    category: "price",
    input: "How much is it?",
    checks: [{ id: "c", metric: "accuracy", kind: "reply-contains", any: ["9"] }],
  });
  const dialog = page.getByRole("dialog");
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: "own.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(`${good}\n{"id": "broken"\n`) });
  await dialog.getByRole("textbox", { name: "Set" }).fill("own cases");
  await dialog
    .getByRole("button", { name: /^import/i })
    .last()
    .click();
  await expect(dialog.getByText(/line 2|2/).first()).toBeVisible();
  await dialog.getByRole("button", { name: /import the (rest|other)/i }).click();
  await expect(page.getByText("own cases").first()).toBeVisible();
});
