import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { queries } from "./queries";

it("loading a stage again leaves the stream of its events alone, which would never be done", async () => {
  const input = { project: "p", campaign: "c", stage: "s" };
  const client = new QueryClient();
  let [loads, streams] = [0, 0];
  const stage = new QueryObserver(client, {
    queryKey: queries.stages.get.queryKey({ input }),
    queryFn: async () => ({ loads: ++loads }),
  });
  const events = new QueryObserver(client, {
    queryKey: queries.stages.events.experimental_liveKey({ input }),
    queryFn: () => {
      streams += 1;
      return new Promise<never>(() => undefined);
    },
  });
  const ends = [stage.subscribe(() => undefined), events.subscribe(() => undefined)];
  await vi.waitFor(() => expect(stage.getCurrentResult().data).toEqual({ loads: 1 }));
  await client.invalidateQueries({ queryKey: queries.stages.key({ type: "query" }) });
  for (const end of ends) end();
  client.clear();
  expect({ loads, streams }).toEqual({ loads: 2, streams: 1 });
});
