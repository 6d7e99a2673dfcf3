import { expect, project, test } from "./journey";

test("a Hook's author is offered the event's fields, sees what they are, and stays in the editor on Escape", async ({ page }) => {
  await page.goto(`/p/${project}/harness`);
  await page.getByRole("link", { name: "Modular" }).first().click();
  const files = page.getByRole("navigation", { name: "Files" });
  await files.getByRole("button", { name: "reply-format.js" }).click();
  const lines = page.locator(".monaco-editor .view-lines").first();
  await expect(lines).toContainText("replyFormat");
  await lines.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('export const events = ["Stop"];\n\nexport default (given) => ');
  await page.keyboard.type("given.");
  const suggestions = page.locator(".suggest-widget.visible .monaco-list-row");
  await expect(suggestions.filter({ hasText: "toolResults" })).toBeVisible();
  await expect(suggestions.filter({ hasText: "outcome" })).toHaveCount(0);

  await page.keyboard.press("Escape");
  await expect(page.locator(".suggest-widget.visible")).toHaveCount(0);
  await page.keyboard.type("toolR");
  await expect(suggestions).toHaveCount(1);
  await page.keyboard.press("Enter");
  await page.keyboard.type(".some((item) => item.");
  await expect(suggestions.first()).toContainText("tool");
  await page.keyboard.press("Escape");
  await expect(lines).toContainText("given.toolResults.some((item) => item.");

  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('export const events = ["PreToolUse"];\n\nexport default () => ({ decision: ');
  await page.keyboard.type('"');
  await expect(suggestions).toHaveText([/allow/, /deny/, /change/]);
});

test("a new module begins with code that fits its slot, and harness.yaml says that it is used", async ({ page }) => {
  await page.goto(`/p/${project}/harness`);
  await page.getByRole("link", { name: "Modular" }).first().click();
  await page.getByRole("button", { name: "New file" }).click();
  const dialog = page.getByRole("dialog", { name: "New file" });
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Module" }).click();
  await dialog.getByRole("combobox", { name: "Slot" }).click();
  await page.getByRole("option", { name: "orchestration" }).click();
  await dialog.getByRole("button", { name: "Add the file" }).click();
  await expect(dialog).toHaveCount(0);
  const files = page.getByRole("navigation", { name: "Files" });
  await expect(files.getByRole("region", { name: "Modules" })).toContainText("orchestration.js");
  const lines = page.locator(".monaco-editor .view-lines").first();
  await expect(lines).toContainText("input.registry.tools");
  await expect(page.getByRole("list", { name: "Problems" })).toHaveCount(0);
  await files.getByRole("button", { name: "harness.yaml" }).click();
  await expect(lines).toContainText("orchestration: custom");
});
