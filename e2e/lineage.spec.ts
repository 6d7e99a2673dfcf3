import { campaign, demoReady, expect, project, test } from "./journey";

test("a line of a file leads to who brought it in, and a link opens the same line", async ({ page, request }) => {
  const versions: { hash: string; name: string }[] = await (await request.get(`/api/projects/${project}/versions`)).json();
  const modular = versions.findLast(({ name }) => name.startsWith("Modular"));
  const path = "skills/chat/SKILL.md";
  const { files } = await (await request.get(`/api/projects/${project}/versions/${modular?.hash}/bundle`)).json();
  const saved = await request.post(`/api/projects/${project}/versions/${modular?.hash}/save`, {
    data: { changes: { [path]: `${files[path]}- Say goodbye.\n` }, message: "Goodbyes", branch: true },
  });
  const { version } = await saved.json();
  await page.goto(`/p/${project}/harness/${version.hash}?file=${encodeURIComponent(path)}&view=blame`);
  const lines = page.getByRole("list", { name: `Where each line of ${path} comes from` });
  await lines.getByRole("button", { name: /Say goodbye/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Goodbyes");
  await expect(page).toHaveURL(/line=\d+/);
  await page.reload();
  await expect(page.getByRole("dialog")).toContainText("Goodbyes");
});

test("the graph of a campaign is walked by arrows, and a checkpoint restored from it is taken back", async ({
  page,
  request,
}) => {
  await demoReady(request);
  const { id, stages } = await campaign(request);
  const [first, second] = stages;
  await page.goto(`/p/${project}/evolve/${id}`);
  const graph = page.getByRole("list", { name: /each after the one it came from/ });
  await graph.getByRole("button", { name: `Restore ${second?.name}` }).click();
  const note = page.getByText(`${second?.name} is the selected checkpoint`);
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(graph.getByRole("button", { name: `Restore ${second?.name}` })).toBeVisible();
  await graph.getByRole("link", { name: new RegExp(`^${first?.name}`) }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/evolve/${id}/stg_`));
});
