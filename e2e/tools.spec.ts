import { expect, project, test } from "./journey";

const EVERYTHING = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

test("an MCP server is added and asked at once, and one of its tools goes into a version", async ({ page, request }) => {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Add a tool service" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("MCP, by command").click();
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Everything");
  await dialog.getByRole("textbox", { name: "Command" }).fill("node");
  await dialog.getByRole("textbox", { name: "Arguments" }).fill(`${EVERYTHING}\nstdio`);
  await dialog.getByRole("button", { name: "Save" }).click();
  const found = page.getByRole("dialog", { name: "Tools of Everything" });
  await expect(found.getByText("echo", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /Everything/ })).toContainText("none needed");

  const versions: { hash: string; name: string }[] = await (await request.get(`/api/projects/${project}/versions`)).json();
  const modular = versions.find((version) => version.name === "Modular");
  await page.goto(`/p/${project}/harness/${modular?.hash}`);
  await page.getByRole("button", { name: "Tools from a server" }).click();
  const tools = page.getByRole("dialog");
  await tools.getByRole("checkbox", { name: /^echo/ }).check({ timeout: 60_000 });
  await tools.getByRole("button", { name: "Add 1 tool" }).click();
  await expect(page.getByRole("navigation", { name: "Files" }).getByText("echo", { exact: false }).first()).toBeVisible();
});
