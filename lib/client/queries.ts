import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { api } from "./api";

/**
 * Query and mutation options of every operation, with their keys: the one place keys are made.
 * `useQuery(queries.runs.get.queryOptions({ input: { project, run } }))`,
 * `useMutation(queries.releases.promote.mutationOptions())`,
 * `client.invalidateQueries({ queryKey: queries.runs.key() })`.
 */
export const queries = createTanstackQueryUtils(api);
