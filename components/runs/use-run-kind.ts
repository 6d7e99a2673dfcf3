import { useQuery } from "@tanstack/react-query";
import { queries } from "@/lib/client/queries";
import type { Campaign } from "@/lib/contracts/evolution";
import type { Run } from "@/lib/contracts/run";

/** What ran: an agent, or a judge on replies with human labels, whose scores are its agreement with people. */
export function useRunKind({ project, dataset }: Pick<Run, "project" | "dataset">): Campaign["kind"] {
  const set = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset } }));
  return set.data?.kind === "judge-labels" ? "judge" : "agent";
}
