"use client";
import { Button, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { Loading } from "@/components/ui/loading";
import { ReturnFocus } from "@/components/ui/return-focus";
import { queries } from "@/lib/client/queries";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { TestSteps } from "./test-steps";

/** Tries an endpoint as soon as it opens, and again on request. */
export function TestDrawer({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const { baseUrl, model, checkpoint, keyVariable, promptPrice, completionPrice, kind } = endpoint;
  const test = useQuery({
    ...queries.endpoints.test.queryOptions({
      input: { baseUrl, model, checkpoint, keyVariable, promptPrice, completionPrice, embedded: kind === "embedded" },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Drawer opened onClose={onClose} title={`Test of ${endpoint.name}`}>
      <ReturnFocus />
      {test.isFetching ? (
        <Loading rows={6} label="Testing" />
      ) : test.data ? (
        <TestSteps test={test.data} />
      ) : (
        <ErrorState error={test.error} />
      )}
      <Button mt="md" variant="default" loading={test.isFetching} onClick={() => test.refetch()}>
        Test again
      </Button>
    </Drawer>
  );
}
