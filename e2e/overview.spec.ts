import { demoReady, expect, project, test } from "./journey";

test("the start page leads to the only project, whose overview says what serves and what to do next", async ({
  page,
  request,
}) => {
  await demoReady(request);
  await page.goto("/");
  await expect(page).toHaveURL(new RegExp(`/p/${project}$`));
  await expect(page.getByText("ReAct").first()).toBeVisible();
  await expect(page.getByText("stand-in policy").first()).toBeVisible();
  await page.getByRole("link", { name: "Runs", exact: true }).first().click();
  await expect(page).toHaveURL(/\/runs$/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/p/${project}$`));
});

test("the command palette reaches a page from the keyboard", async ({ page }) => {
  await page.goto(`/p/${project}`);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog").locator("input");
  await expect(field).toBeFocused();
  await field.fill("releases");
  await expect(page.getByRole("dialog").getByText("Releases", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/releases/);
});

test("an unknown id in the address bar gets a page that says so", async ({ page }) => {
  for (const path of [
    "/p/nowhere",
    `/p/${project}/harness/0123456789ab`,
    `/p/${project}/runs/run_none`,
    `/p/${project}/evolve/cmp_none`,
  ]) {
    await page.goto(path);
    await expect(page.getByText(/not found|no such|does not exist|there is no|no .* with/i).first(), path).toBeVisible();
  }
});
