import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";
import { announceRelease } from "./delivery/announce";
import { deliverDue, takeDue } from "./delivery/deliver";
import { startDeliveries } from "./delivery/start-deliveries";
import { openStudio } from "./studio";

const SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes ...").toString("base64")}`;
const VARIABLE = "WEBHOOK_TEST_SECRET";

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A receiver on the loopback that answers with the given statuses in turn, then with the last; `null`: never. */
async function startReceiver(...statuses: (number | null)[]) {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const status = statuses[Math.min(received.length, statuses.length - 1)] ?? null;
    received.push({ headers: Object.fromEntries(new Headers(request.headers as Record<string, string>)), body });
    if (status !== null) response.writeHead(status, { location: "/elsewhere" }).end("a body that nobody reads");
    for (const wake of waiting) wake();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    async until(count: number) {
      while (received.length < count) {
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

let test: TestStudio;
let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;

beforeEach(async () => {
  vi.stubEnv(VARIABLE, SECRET);
  test = openTestStudio();
  await test.call("POST", "/projects", { id: "a", name: "A" });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await test.close();
  await receiver?.close();
  receiver = undefined;
});

const save = (url: string, more: Record<string, unknown> = {}) =>
  test.call("PUT", "/projects/a/webhooks/ops", { url, secretVariable: VARIABLE, events: ["release-promoted"], ...more });

const announce = (event: "release-promoted" | "release-rolled-back" = "release-promoted") =>
  test.studio.database.transaction((tx) =>
    announceRelease(tx, { actor: "ada" }, { event, project: "a", subject: "release:rel_1", data: { version: "Über 1" } }),
  );

const deliveries = async () => (await test.call("GET", "/projects/a/webhooks/ops/deliveries")).body;

describe("a delivery", () => {
  it("is signed so that another implementation verifies it, and goes out byte for byte as it was written", async () => {
    receiver = await startReceiver(204);
    await save(receiver.url);
    announce();
    await deliverDue(test.studio);
    const [message] = receiver.received;
    if (!message) throw new Error("nothing arrived");
    expect(new Webhook(SECRET).verify(message.body, message.headers)).toMatchObject({
      type: "release-promoted",
      data: { project: "a", subject: "release:rel_1", actor: "ada", version: "Über 1" },
    });
    expect(() => new Webhook(SECRET).verify(message.body.replace("ada", "eve"), message.headers)).toThrow(/signature/i);
    expect(message.headers).toMatchObject({ "content-type": "application/json" });
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ id: message.headers["webhook-id"], state: "delivered", nextAt: null });
    expect(delivery.attempts).toMatchObject([{ status: 204, problem: "" }]);
    expect(JSON.stringify(await deliveries())).not.toContain(SECRET.slice(6));
  });

  it("takes a secret that is plain text as its bytes", async () => {
    vi.stubEnv(VARIABLE, "plain text, as it is");
    receiver = await startReceiver(200);
    await save(receiver.url);
    announce();
    await deliverDue(test.studio);
    const [message] = receiver.received;
    if (!message) throw new Error("nothing arrived");
    expect(new Webhook("plain text, as it is", { format: "raw" }).verify(message.body, message.headers)).toBeTruthy();
  });

  it("is tried again after its wait under the same id, until it is taken", async () => {
    receiver = await startReceiver(500, 500, 200);
    await save(receiver.url);
    announce();
    let now = Date.now();
    await deliverDue(test.studio, { now: () => now });
    await deliverDue(test.studio, { now: () => now });
    expect(receiver.received).toHaveLength(1);
    for (let tries = 0; tries < 3; tries += 1) {
      now = Date.parse((await deliveries())[0].nextAt ?? new Date(now));
      await deliverDue(test.studio, { now: () => now });
    }
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    const [delivery] = await deliveries();
    expect(delivery.state).toBe("delivered");
    expect(delivery.attempts.map(({ status }: { status: number }) => status)).toEqual([500, 500, 200]);
  });

  it("that is not answered in time counts as an attempt", async () => {
    receiver = await startReceiver(null);
    await save(receiver.url);
    announce();
    await deliverDue(test.studio, { timeoutMs: 30 });
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: "waiting", attempts: [{ status: null, problem: "No answer within 0.03 s." }] });
  });

  it("follows no redirect, and stops where the receiver wants no more", async () => {
    receiver = await startReceiver(302, 410);
    await save(receiver.url);
    announce();
    await deliverDue(test.studio);
    expect((await deliveries())[0].attempts[0].problem).toBe("It answered 302; redirects are not followed.");
    announce();
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(2);
    expect((await deliveries())[0]).toMatchObject({ state: "failed", attempts: [{ status: 410 }] });
  });

  it("is never sent unsigned: without the secret the attempt has failed and says so", async () => {
    receiver = await startReceiver(200);
    await save(receiver.url);
    vi.stubEnv(VARIABLE, "");
    announce();
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(0);
    expect((await deliveries())[0].attempts[0].problem).toContain(`The variable ${VARIABLE} is not set`);
    expect((await test.call("GET", "/projects/a/webhooks")).body[0].secretPresent).toBe(false);
  });

  it("that nobody takes names the error and nothing of what was sent", async () => {
    receiver = await startReceiver(200);
    const { url } = receiver;
    await receiver.close();
    receiver = undefined;
    await save(url);
    announce();
    await deliverDue(test.studio);
    expect((await deliveries())[0].attempts[0].problem).toBe("It cannot be reached: ECONNREFUSED.");
  });

  it("belongs to the transaction of the move: what is undone is never told", async () => {
    receiver = await startReceiver(200);
    await save(receiver.url);
    expect(() =>
      test.studio.database.transaction((tx) => {
        announceRelease(tx, { actor: "ada" }, { event: "release-promoted", project: "a", subject: "release:x", data: {} });
        throw new Error("undone");
      }),
    ).toThrow("undone");
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(0);
  });

  it("that a killed process had taken is sent by the next one", async () => {
    receiver = await startReceiver(200);
    await save(receiver.url);
    announce();
    expect(takeDue(test.studio.database, Date.now(), 10)).toHaveLength(1);
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(0);
    const reopened = openStudio({ dataFolder: test.studio.dataFolder });
    try {
      startDeliveries(reopened, { now: () => Date.now() + 31_000 });
      await vi.waitFor(async () => expect((await deliveries())[0].state).toBe("delivered"));
    } finally {
      await reopened.close();
    }
  });

  it("that was under way when the studio closed is no attempt, and waits", async () => {
    receiver = await startReceiver(null);
    await save(receiver.url);
    announce();
    const reopened = openStudio({ dataFolder: test.studio.dataFolder });
    startDeliveries(reopened);
    await receiver.until(1);
    await reopened.close();
    expect((await deliveries())[0]).toMatchObject({ state: "waiting", attempts: [] });
  });
});

describe("a webhook", () => {
  it("is told of the events that it asked for, and of none while it is switched off", async () => {
    receiver = await startReceiver(200);
    await save(receiver.url);
    announce("release-rolled-back");
    expect(await deliveries()).toEqual([]);
    announce();
    await save(receiver.url, { active: false });
    announce();
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(0);
    expect(await deliveries()).toMatchObject([
      { state: "failed", attempts: [{ problem: expect.stringMatching(/switched off/) }] },
    ]);
    expect((await test.call("POST", "/projects/a/webhooks/ops/test")).body).toMatchObject({ event: "test", state: "waiting" });
    await deliverDue(test.studio);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ type: "test", data: { subject: "webhook:a/ops" } });
  });

  it("gets a message again under the same id", async () => {
    receiver = await startReceiver(410, 200);
    await save(receiver.url);
    announce();
    await deliverDue(test.studio);
    const [failed] = await deliveries();
    const again = await test.call("POST", `/projects/a/webhooks/ops/deliveries/${failed.id}`);
    expect(again.body).toMatchObject({ id: failed.id, state: "waiting" });
    await deliverDue(test.studio);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([failed.id, failed.id]);
    expect((await deliveries())[0]).toMatchObject({ state: "delivered", attempts: [{ status: 410 }, { status: 200 }] });
    expect((await test.call("POST", "/projects/a/webhooks/ops/deliveries/msg_x")).status).toBe(404);
  });

  it("keeps no secret in its address, names no other protocol, and needs a variable", async () => {
    expect((await save("https://user:pass@hooks.example/x")).body.message).toMatch(/^url: leave out user, password/);
    expect((await save("ftp://hooks.example/x")).status).toBe(400);
    expect((await save("https://hooks.example/x", { secretVariable: "" })).body.message).toMatch(/deliveries are signed/);
    expect((await save("https://hooks.example/x", { events: [] })).status).toBe(400);
    expect((await test.call("GET", "/projects/a/webhooks")).body).toEqual([]);
  });

  it("that is removed is sent nothing that waits, and each write is on record", async () => {
    receiver = await startReceiver(200);
    await save(receiver.url);
    await save(receiver.url, { events: ["release-promoted", "test"] });
    announce();
    expect((await test.call("DELETE", "/projects/a/webhooks/ops")).body).toEqual({ removed: true });
    await deliverDue(test.studio);
    expect(receiver.received).toHaveLength(0);
    expect((await test.call("GET", "/projects/a/webhooks")).body).toEqual([]);
    expect((await test.call("GET", "/projects/a/webhooks/ops/deliveries")).status).toBe(404);
    await save(receiver.url);
    expect((await deliveries())[0].state).toBe("failed");
    const { items } = (await test.call("GET", "/audit?project=a")).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "webhook-created",
      "webhook-removed",
      "webhook-changed",
      "webhook-created",
      "project-created",
    ]);
  });
});
