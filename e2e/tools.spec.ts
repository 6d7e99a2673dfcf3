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

test("a server that cannot be started says so in words, and the focus comes back to where the dialog was opened", async ({
  page,
  request,
}) => {
  const service = { id: "nowhere", name: "Nowhere", kind: "mcp-stdio", command: "no-such-command-at-all" };
  expect((await request.put("/api/tool-services/nowhere", { data: service })).ok()).toBe(true);
  await page.goto("/settings");
  const button = page.getByRole("row", { name: /Nowhere/ }).getByRole("button", { name: "Test" });
  await button.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Tools of Nowhere" });
  await expect(drawer.getByText(/could not be (reached|started)/).first()).toBeVisible({ timeout: 30_000 });
  await expect(drawer.getByText("Something went wrong inside the studio", { exact: false })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await request.delete("/api/tool-services/nowhere");
});
