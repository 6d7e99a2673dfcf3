import { demoReady, expect, project, test } from "./journey";

test("promote and roll back, and the later of two people sees the conflict", async ({ page, request }) => {
  await demoReady(request);
  await page.goto(`/p/${project}/releases`);
  await page.getByRole("button", { name: "Promote" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Version").first().click();
  await page
    .getByRole("option", { name: /Modular/ })
    .first()
    .click();
  await dialog.getByLabel("Reason").fill("Better in most categories");

  const before: { id: string; version: string }[] = await (await request.get(`/api/projects/${project}/releases`)).json();
  const colleague = await request.post(`/api/projects/${project}/releases/promote`, {
    headers: { "x-studio-actor": "colleague" },
    data: { version: before[0]?.version, run: null, reason: "A colleague was faster", expectedRelease: before[0]?.id ?? null },
  });
  expect(colleague.ok()).toBe(true);

  await dialog
    .getByRole("button", { name: /promote/i })
    .last()
    .click();
  await expect(dialog.getByText(/colleague/).first()).toBeVisible();
  await page.goto(`/p/${project}/releases`);
  await page.getByRole("button", { name: "Promote" }).first().click();
  await dialog.getByLabel("Version").first().click();
  await page
    .getByRole("option", { name: /Modular/ })
    .first()
    .click();
  await dialog.getByLabel("Reason").fill("Better in most categories");
  await dialog
    .getByRole("button", { name: /promote/i })
    .last()
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Better in most categories").first()).toBeVisible();

  await page.getByRole("button", { name: "Roll back" }).first().click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Alarm in the room");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /roll back/i })
    .last()
    .click();
  await expect(page.getByText("Alarm in the room").first()).toBeVisible();
});
