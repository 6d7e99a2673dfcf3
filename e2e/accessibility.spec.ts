import AxeBuilder from "@axe-core/playwright";
import { campaign, demoReady, expect, project, runs, test } from "./journey";

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on any page in ${scheme}`, async ({ page, request }) => {
    test.setTimeout(240_000);
    await demoReady(request);
    const { id, stages } = await campaign(request);
    const run = (await runs(request)).find((item) => item.status === "completed")?.id;
    const [version] = await (await request.get(`/api/projects/${project}/versions`)).json();
    const [dataset] = await (await request.get(`/api/projects/${project}/datasets`)).json();
    await page.emulateMedia({ colorScheme: scheme });
    const paths = [
      "",
      "/harness",
      `/harness/${version.hash}`,
      "/cases",
      `/cases/${dataset.id}`,
      "/runs",
      `/runs/${run}`,
      "/evolve",
      `/evolve/${id}`,
      `/evolve/${id}/${stages.at(-1)?.id}`,
      "/releases",
    ];
    for (const path of [...paths.map((item) => `/p/${project}${item}`), "/settings"]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      const { violations } = await new AxeBuilder({ page }).exclude(".monaco-editor").analyze();
      const serious = violations.filter((violation) => violation.impact === "serious" || violation.impact === "critical");
      expect(
        serious.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`),
        path,
      ).toEqual([]);
    }
  });
}
