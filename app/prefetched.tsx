import { dehydrate, type FetchQueryOptions, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import { notFound } from "next/navigation";

/** A query as the browser will ask it (`options`), and how the server answers it in process. */
export interface Prefetch {
  options: { queryKey: QueryKey };
  load: () => Promise<unknown>;
  /** The page is about this: where there is no such thing, the answer is 404. */
  required?: boolean;
}

const saysNotFound = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "NOT_FOUND";

/**
 * Loads what a page shows before it is sent, so that its first picture is complete. Whatever fails here but a required
 * thing that is not there is left to the browser, which asks again and shows the error.
 */
export async function Prefetched({ queries, children }: { queries: readonly Prefetch[]; children: React.ReactNode }) {
  const client = new QueryClient();
  await Promise.all(
    queries.map(async ({ options, load, required }) => {
      const query: FetchQueryOptions = { queryKey: options.queryKey, queryFn: load, retry: false };
      try {
        await client.fetchQuery(query);
      } catch (error) {
        if (required && saysNotFound(error)) notFound();
      }
    }),
  );
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
