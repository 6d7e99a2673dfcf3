"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { queries } from "@/lib/client/queries";
import { useActor } from "@/lib/client/use-actor";
import { isBehind, newsBetween, type StageNews } from "./stage-news";
import type { StageKey } from "./use-stage-actions";

const RECONNECT_MS = 1_500;
const KEPT = 3;

/**
 * Follows a stage by server-sent events and shows each as it comes, so that two people see each other's decisions at once.
 * What others did is told in words, newest first, until it is dismissed.
 */
export function useStageLive(key: StageKey): {
  /** The stream is lost and being opened again. */
  interrupted: boolean;
  news: readonly StageNews[];
  dismiss: () => void;
} {
  const client = useQueryClient();
  const [me] = useActor();
  const [news, setNews] = useState<readonly StageNews[]>([]);
  const live = useQuery({
    ...queries.stages.events.experimental_liveOptions({ input: key }),
    retry: true,
    retryDelay: RECONNECT_MS,
    staleTime: 0,
    refetchInterval: (query) => (query.state.fetchStatus === "idle" ? RECONNECT_MS : false),
  });
  // A connection that came back keeps the count of its failures: only those since the last event tell that it is lost.
  const heard = useRef({ at: 0, failures: 0 });
  if (live.dataUpdatedAt !== heard.current.at) heard.current = { at: live.dataUpdatedAt, failures: live.failureCount };
  const incoming = live.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each event is looked at once, by the name that holds then.
  useEffect(() => {
    if (incoming?.id !== key.stage) return;
    const queryKey = queries.stages.get.queryKey({ input: key });
    const shown = client.getQueryData(queryKey);
    if (shown && isBehind(incoming, shown)) return;
    client.setQueryData(queryKey, incoming);
    if (!shown) return;
    // Without a name of one's own, what comes while one's own write is on its way is taken for its effect.
    const mine = (by: string) => (me === "" ? by === "local" && client.isMutating() > 0 : by === me);
    const told = newsBetween(shown, incoming, mine, client.isMutating() > 0);
    if (told.length > 0) {
      setNews((before) => {
        const known = new Set(before.map((item) => item.id));
        return [...told.filter((item) => !known.has(item.id)).reverse(), ...before].slice(0, KEPT);
      });
    }
    if (shown.step !== incoming.step) void client.invalidateQueries({ queryKey: queries.campaigns.key() });
  }, [incoming]);
  return { interrupted: live.failureCount > heard.current.failures, news, dismiss: () => setNews([]) };
}
