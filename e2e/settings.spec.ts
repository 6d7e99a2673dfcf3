import { expect, project, test } from "./journey";

test("an endpoint that is down is added, and its test says what failed", async ({ page }) => {
  await page.goto("/settings");
  await expect(page.getByText("stand-in").first()).toBeVisible();
  await page.getByRole("button", { name: /add/i }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Nothing there");
  await dialog.getByRole("textbox", { name: "Base URL" }).fill("http://127.0.0.1:9/v1");
  await dialog.getByRole("textbox", { name: "Model" }).fill("some-model");
  await dialog.getByRole("button", { name: "Test it" }).click();
  await expect(dialog.getByText(/reach|refused|connect/i).first()).toBeVisible({ timeout: 30_000 });
});

test("an endpoint keeps its limits, and refuses one that nothing could pass", async ({ page, request }) => {
  const id = "limited";
  await page.goto("/settings?edit=new");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Limited");
  await dialog.getByRole("textbox", { name: "Base URL" }).fill("http://127.0.0.1:9/v1");
  await dialog.getByRole("textbox", { name: "Model" }).fill("some-model");
  await dialog.getByRole("textbox", { name: "Cases at once, at most" }).fill("0");
  await dialog.getByRole("textbox", { name: "Calls a minute, at most" }).fill("120");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/a whole number from 1 to 1024/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Cases at once, at most" }).fill("4");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Limited/ }).getByText("4 / 120")).toBeVisible();
  expect((await request.delete(`/api/endpoints/${id}`)).ok()).toBe(true);
});

test("the API describes itself without loading anything from outside", async ({ page, request }) => {
  const spec = await (await request.get("/api/spec.json")).json();
  expect(Object.keys(spec.paths).length).toBeGreaterThan(30);
  await page.goto("/api");
  await expect(page.getByText(`/projects/{project}/runs`).first()).toBeVisible();
});

test("a request with a foreign Host or Origin is refused", async ({ request }) => {
  const rebound = await request.get("/api/projects", { headers: { host: "evil.example" } });
  expect(rebound.status()).toBe(403);
  const page = await request.get(`/p/${project}`, { headers: { host: "evil.example" } });
  expect(page.status()).toBe(403);
  const foreign = await request.post(`/api/projects/${project}/releases/promote`, {
    headers: { origin: "http://evil.example" },
    data: { version: "00000000", reason: "x", expectedRelease: null },
  });
  expect(foreign.status()).toBe(403);
});
