import type { Page } from "@playwright/test";
import { expect, project, test } from "./journey";

async function openModular(page: Page) {
  await page.goto(`/p/${project}/harness`);
  await page.getByRole("link", { name: "Modular" }).first().click();
  await expect(page.getByRole("navigation", { name: "Files" })).toBeVisible();
}

async function replaceText(page: Page, text: string) {
  await expect(page.locator(".monaco-editor .view-lines").first()).toBeVisible();
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("a broken header is shown at its line, and a mended file becomes a new version", async ({ page }) => {
  await openModular(page);
  await page.getByRole("navigation", { name: "Files" }).getByText("chat", { exact: false }).first().click();
  await replaceText(page, '---\nname: chat\ndescription: "unclosed\n---\n\n- Greet the viewer.\n');
  await expect(page.getByRole("list", { name: "Problems" })).toContainText(/3|line/i);
  await replaceText(
    page,
    "---\nname: chat\ndescription: For greetings, small talk, thanks and feelings.\n---\n\n- Greet the viewer by name.\n",
  );
  await expect(page.getByRole("list", { name: "Problems" })).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await page.getByLabel("Message").fill("Shorter chat Skill");
  await page.getByRole("dialog").getByRole("button", { name: "Save version" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`/p/${project}/harness`);
  await expect(page.getByText("Shorter chat Skill").first()).toBeVisible();
});

test("a save on top of a newer version is a conflict, and nothing typed is lost", async ({ page, request }) => {
  await openModular(page);
  await page.getByRole("navigation", { name: "Files" }).getByText("10-role", { exact: false }).first().click();
  await replaceText(page, "---\norder: 10\n---\n\nYou are the host of a live shopping room. Mine.\n");
  const version = /harness\/([0-9a-f]+)/.exec(page.url())?.[1];
  const saved = await request.post(`/api/projects/${project}/versions/${version}/save`, {
    data: {
      changes: { "prompt/99-colleague.md": "---\norder: 99\n---\n\nA colleague was here.\n" },
      message: "A colleague's change",
      seen: [],
      branch: true,
    },
  });
  expect(saved.ok()).toBe(true);
  await page.getByRole("button", { name: /^save/i }).first().click();
  await page.getByLabel("Message").fill("My change");
  await page.getByRole("dialog").getByRole("button", { name: /save/i }).last().click();
  await expect(page.getByText("Somebody saved before you")).toBeVisible();
  await page.getByRole("button", { name: "Save mine as a branch" }).click();
  await expect(page.getByText("Somebody saved before you")).toHaveCount(0);
  await page.goto(`/p/${project}/harness`);
  await expect(page.getByText("My change").first()).toBeVisible();
});

test("two versions are compared file by file with computed differences", async ({ page, request }) => {
  const versions: { hash: string; name: string }[] = await (await request.get(`/api/projects/${project}/versions`)).json();
  const hash = (name: string) => versions.findLast((version) => version.name === name)?.hash;
  await page.goto(`/p/${project}/harness/compare?base=${hash("ReAct")}&head=${hash("Modular")}`);
  await expect(page.locator(".monaco-diff-editor")).toBeVisible();
  // The editor alone proves nothing: without its worker no difference is ever computed.
  await expect(page.locator(".monaco-diff-editor .line-insert, .monaco-diff-editor .line-delete").first()).toBeVisible({
    timeout: 20_000,
  });
});
