import { expect, project, test } from "./journey";

const EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

test("an MCP server is added, asked, and one of its tools goes into a version", async ({ page, request }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a tool service" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("MCP server that the studio starts").click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Everything");
  await dialog.getByRole("textbox", { name: "Command" }).fill("node");
  await dialog.getByRole("textbox", { name: "Arguments" }).fill(`${EVERYTHING}\nstdio`);
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row", { name: /Everything/ });
  await expect(row).toContainText("none needed");
  await row.getByRole("button", { name: "Test" }).click();
  await expect(page.getByRole("dialog").getByText("echo", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Escape");

  const versions = await (await request.get(`/api/projects/${project}/versions`)).json();
  const modular = versions.find((version: { name: string }) => version.name === "Modular");
  await page.goto(`/p/${project}/harness/${modular.hash}`);
  await page.getByRole("button", { name: "Tools from a server" }).click();
  const tools = page.getByRole("dialog");
  await tools.getByRole("checkbox", { name: /^echo/ }).check({ timeout: 60_000 });
  await tools.getByRole("button", { name: "Add 1 tool" }).click();
  await expect(
    page
      .getByRole("treeitem", { name: /echo\.json/ })
      .or(page.getByText("echo.json"))
      .first(),
  ).toBeVisible();
});
