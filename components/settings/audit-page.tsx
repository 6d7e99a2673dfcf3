"use client";
import { PageHeader } from "@/components/ui/page-header";
import { AuditLog } from "./audit-log";
import { VerifyChain } from "./verify-chain";

/** Who wrote what, and whether the log can be relied on. */
export function AuditPage() {
  return (
    <>
      <PageHeader
        trail={[{ label: "Settings", href: "/settings" }]}
        title="Audit log"
        detail="Every write leaves an event that is linked to the one before it by its hash."
      />
      <VerifyChain />
      <AuditLog />
    </>
  );
}
