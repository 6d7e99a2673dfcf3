import "server-only";
import type { Agent } from "undici";
import { createGuardedAgent, type Resolver } from "./guarded-agent";
import { hostOf } from "./service-match";

/** The connections of all services, pooled by what their addresses may be. */
export interface Agents {
  of(service: { url: string; allowPrivate: boolean }): Agent;
  close(): Promise<void>;
}

export function createAgents(resolve?: Resolver): Agents {
  const agents = new Map<string, Agent>();
  return {
    of({ url, allowPrivate }) {
      const host = hostOf(url);
      const name = `${allowPrivate} ${host}`;
      const known = agents.get(name);
      if (known) return known;
      const made = createGuardedAgent({ allowPrivate, host }, resolve);
      agents.set(name, made);
      return made;
    },
    async close() {
      const all = [...agents.values()];
      agents.clear();
      await Promise.allSettled(all.map((agent) => agent.destroy()));
    },
  };
}
