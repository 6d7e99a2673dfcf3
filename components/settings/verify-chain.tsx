"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/people/use-may";
import { ErrorState } from "@/components/ui/error-state";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { queries } from "@/lib/client/queries";
import type { AuditVerification } from "@/lib/contracts/release";
import classes from "./settings.module.css";

function Outcome({ found }: { found: AuditVerification }) {
  if (!found.intact) {
    return (
      <div role="alert">
        <strong>The chain is broken, first at event {found.firstBroken}.</strong>
        <ul>
          {found.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <p role="status">
      The chain of {formatCount(found.events)} events holds.{" "}
      {found.head && (
        <>
          Keep its head elsewhere, and a history that is cut off or written anew is found out: <code>{found.head.id}:</code>
          <Hash value={found.head.hash} />
        </>
      )}
    </p>
  );
}

/** Follows the chain of audit events on request, and says whether it holds. */
export function VerifyChain() {
  const { may, why } = useMay("admin", null);
  const verify = useQuery({ ...queries.audit.verify.queryOptions({ input: {} }), enabled: false, gcTime: 0, retry: false });
  return (
    <div className={classes.verdict}>
      <Button
        variant="default"
        disabled={!may}
        title={why ?? undefined}
        loading={verify.isFetching}
        onClick={() => verify.refetch()}
      >
        Verify the chain
      </Button>
      {verify.error ? <ErrorState error={verify.error} /> : verify.data && <Outcome found={verify.data} />}
    </div>
  );
}
