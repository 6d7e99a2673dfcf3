"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { isNotFound } from "./describe-error";
import { ErrorState } from "./error-state";
import { Loading } from "./loading";
import { NotFoundState } from "./not-found-state";

interface QueryStateProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** Names the thing for the not-found page. */
  what?: { name: string; id: string };
  back?: { label: string; href: string };
  rows?: number;
  children: (data: Data) => React.ReactNode;
}

/** The three states of a query before its data: loading, not found, failed. Data already there stays while it is renewed. */
export function QueryState<Data>({ query, what, back, rows, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Loading {...(rows === undefined ? {} : { rows })} />;
  if (what && back && isNotFound(query.error)) return <NotFoundState what={what.name} id={what.id} back={back} />;
  return <ErrorState error={query.error} onRetry={() => query.refetch()} {...(back ? { back } : {})} />;
}
