import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { campaign, demoReady, expect, project, runs, test } from "./journey";

/** The colours are all that the dark scheme changes. What passes is not reported, which takes longest on full pages. */
const axe = (page: Page, scheme: "light" | "dark") => {
  // There are no frames of other origins; without this each page costs another one in the browser.
  const builder = new AxeBuilder({ page }).exclude(".monaco-editor").setLegacyMode(true);
  const only = scheme === "dark" ? { runOnly: { type: "rule" as const, values: ["color-contrast"] } } : {};
  return builder.options({ ...only, resultTypes: ["violations"] });
};

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
      "/releases/gates",
      "/releases/served",
    ];
    // In dark, one page of each kind: the colours are shared, and the check is slow.
    const checked = scheme === "light" ? paths : paths.filter((_, index) => index % 2 === 0);
    for (const path of [...checked.map((item) => `/p/${project}${item}`), "/settings"]) {
      await page.goto(path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      // A stage's page keeps a stream of events open and never falls silent.
      await page.waitForLoadState("networkidle", { timeout: 2_500 }).catch(() => {});
      const { violations } = await axe(page, scheme).analyze();
      const serious = violations.filter((violation) => violation.impact === "serious" || violation.impact === "critical");
      expect(
        serious.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`),
        path,
      ).toEqual([]);
    }
  });
}
