import { expect, it } from "vitest";
import type { ChatRequest } from "@/lib/contracts/model";
import { fails, says, scriptedModel } from "@/lib/testing/scripted-model";
import { withBackoff } from "./backoff";

const request: ChatRequest = { messages: [], tools: [], decoding: { temperature: 1, topP: 1, maxTokens: 10, seed: 1 } };

async function waits(script: Parameters<typeof scriptedModel>[0], count: number, timeoutMs = 3_000): Promise<number[]> {
  const model = withBackoff(scriptedModel(script));
  const durations: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const start = performance.now();
    await model.chat(request, { timeoutMs });
    durations.push(Math.round((performance.now() - start) / 100) * 100);
  }
  return durations;
}

it("waits longer after each failure in a row and not at all after a success", async () => {
  const down = fails("unreachable", true);
  expect(await waits([down, down, says("hello")], 4)).toEqual([0, 100, 200, 0]);
});

it("does not wait after a fault of the request", async () => {
  expect(await waits([fails("bad-request", false)], 3)).toEqual([0, 0, 0]);
});

it("never waits over half of the call's time limit", async () => {
  expect((await waits([fails("rate-limited", true)], 4, 200))[3]).toBe(100);
});
