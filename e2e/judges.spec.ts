import { expect, project, test } from "./journey";

/** A reply as two people label it. */
const labelled = (id: string, marta: number) =>
  [
    { id, comments: "How much is link 3?", reply: "It is ¥39.", toolCalls: [], accuracy: 1, effectiveness: 1, annotator: "Wen" },
    { id, accuracy: marta, effectiveness: 1, annotator: "Marta" },
  ]
    .map((line) => JSON.stringify(line))
    .join("\n");

test("labels of two people become a set for judges, with how far they agree", async ({ page }) => {
  await page.goto(`/p/${project}/cases`);
  await page.getByRole("button", { name: "Import a case file" }).first().click();
  const dialog = page.getByRole("dialog");
  const text = [labelled("r-1", 1), labelled("r-2", 1), labelled("r-3", 0)].join("\n");
  await dialog
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: `two-people-${Date.now()}.jsonl`, mimeType: "application/jsonl", buffer: Buffer.from(text) });
  const preview = dialog.getByRole("region", { name: "Preview" });
  await expect(preview.getByText(/2 annotators: κ .* on Accuracy/)).toBeVisible();
  await expect(preview.getByText("Accuracy 1, Effectiveness 1").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("link", { name: "r-1" }).click();
  await expect(page.getByRole("heading", { name: "Reply to grade" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Labels" }).getByText("Accuracy 1")).toBeVisible();
});

test("a judge campaign raises agreement with people and puts the judge to use", async ({ page, request }) => {
  test.setTimeout(180_000);
  await page.goto(`/p/${project}/evolve?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(`Judge ${Date.now()}`);
  await dialog.getByRole("combobox", { name: "First version" }).click();
  await page.getByRole("option", { name: /^Early judge/ }).click();
  await expect(dialog.getByText(/raises its agreement with people/)).toBeVisible();
  await dialog.getByRole("button", { name: "Make the campaign" }).click();
  await page.getByRole("link", { name: "Early judge" }).first().click();

  const main = (name: string) => page.getByRole("button", { name, exact: true }).first();
  await main("Start the evaluation").click();
  await expect(page.getByText("Accuracy agreement, %")).toBeVisible({ timeout: 60_000 });
  await expect(main("Decide")).toBeEnabled();
  const [campaign, first] = new URL(page.url()).pathname.split("/").slice(-2);
  const answer = await request.post(`/api/projects/${project}/campaigns/${campaign}/stages`, { data: { parent: first } });
  const second: { id: string } = await answer.json();
  await page.goto(`/p/${project}/evolve/${campaign}/${second.id}`);
  await main("Diagnose").click();
  await expect(page.getByRole("region", { name: "Entry" })).toBeVisible({ timeout: 60_000 });

  const make = main("Make the version");
  const open = page.getByRole("button", { name: /review the next entry/i });
  await page.locator("h1").first().click();
  await expect(async () => {
    if (await open.isVisible()) await page.keyboard.press("a");
    await expect(make).toBeVisible({ timeout: 1_500 });
  }).toPass({ timeout: 60_000 });
  await make.click();
  await main("Start the evaluation").click();
  await expect(main("Decide")).toBeEnabled({ timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Paired differences" }).getByText("Agreement", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Use as judge" }).click();
  await page.getByRole("menuitem", { name: "As a new judge" }).click();
  const judge = `Evolved ${Date.now()}`;
  await dialog.getByRole("textbox", { name: "Name" }).fill(judge);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const judges: { name: string }[] = await (await request.get(`/api/projects/${project}/judges`)).json();
  expect(judges.map((item) => item.name)).toContain(judge);
});
