"use client";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { isNotFound, isUnauthorized } from "@/components/ui/describe-error";
import { resolveVariables, theme } from "./theme";

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // A session may end while a page is open: elsewhere, by time, or by an admin.
        const { pathname, search } = globalThis.location;
        if (!isUnauthorized(error) || pathname === "/sign-in" || pathname === "/invitation") return;
        globalThis.location.assign(`/sign-in?to=${encodeURIComponent(`${pathname}${search}`)}`);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 1 && !isNotFound(error) && !isUnauthorized(error),
        refetchOnWindowFocus: true,
      },
    },
  });
}

export function Providers({ children }: { children: React.ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        {children}
      </QueryClientProvider>
    </MantineProvider>
  );
}
