import { type ChildProcess, spawn } from "node:child_process";
import { expect, test } from "@playwright/test";

const PORT = Number(process.env.E2E_SIGN_IN_PORT ?? 3878);
const URL_HERE = `http://127.0.0.1:${PORT}`;
const PASSWORD = "correct horse battery";

let server: ChildProcess;
let link = "";

test.beforeAll(async () => {
  server = spawn(process.execPath, ["e2e/serve.mjs"], {
    env: { ...process.env, PORT: String(PORT), STUDIO_AUTH: "on", STUDIO_DEMO: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  link = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.on("exit", () => reject(new Error(`the studio ended: ${said}`)));
    server.stdout?.on("data", (piece: Buffer) => {
      said += piece.toString();
      const found = /http:\/\/\S+\/invitation#\S+/.exec(said)?.[0];
      if (found) resolve(found);
    });
  });
});
test.afterAll(() => {
  server.kill("SIGTERM");
});

test("the first admin comes in by the link of the start, invites a viewer, and the viewer may look and no more", async ({
  page,
}) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && /Content.Security.Policy|Refused to/i.test(message.text())) problems.push(message.text());
  });
  await page.goto(`${URL_HERE}/settings/people`);
  await expect(page).toHaveURL(/\/sign-in\?to=%2Fsettings%2Fpeople$/);
  expect(await page.content()).not.toContain("live-room");

  await page.goto(link);
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.locator("input[type=password]").last().fill(PASSWORD);
  await page.getByRole("button", { name: "Choose password" }).click();
  await expect(page.getByRole("button", { name: "Ada Lovelace", exact: true })).toBeVisible();

  await page.goto(`${URL_HERE}/settings/people`);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByLabel("Name").fill("Vic");
  await page.getByLabel("E-mail").fill("vic@example.com");
  await page.getByRole("button", { name: "Make the link" }).click();
  const invited = (await page.getByTestId("secret").textContent()) ?? "";
  await page.getByRole("button", { name: "I have it" }).click();
  await page.getByRole("button", { name: "Ada Lovelace", exact: true }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in$/);

  await page.goto(invited);
  await page.locator("input[type=password]").first().fill(PASSWORD);
  await page.locator("input[type=password]").last().fill(PASSWORD);
  await page.getByRole("button", { name: "Choose password" }).click();
  await expect(page.getByRole("button", { name: "Vic" })).toBeVisible();
  const refused = await page.evaluate(async () => {
    const made = await fetch("/api/projects", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: "room", name: "Room" }),
    });
    return made.status;
  });
  expect(refused).toBe(403);
  await page.goto(`${URL_HERE}/settings/people`);
  await expect(page.getByText("This takes the role admin of the whole studio; you are viewer.")).toBeVisible();
  await page.getByRole("button", { name: "Vic" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();

  await page.getByLabel("E-mail").fill("vic@example.com");
  await page.locator("input[type=password]").first().fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "wrong" })).toHaveText("The e-mail or the password is wrong.");
  expect(problems).toEqual([]);
});
