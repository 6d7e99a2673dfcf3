import { queries } from "./queries";

/** What an MCP server offers, asked anew each time it is opened: the server is the only one to know. */
export const discoveryOptions = (id: string) => ({
  ...queries.toolServices.discover.queryOptions({ input: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
});
