import "server-only";
import { listAuditEvents } from "@/db/audit-repository";
import type { AuditEvent } from "@/lib/contracts/release";
import type { Context } from "../context";

export const auditPage = (
  { studio }: Context,
  input: { project?: string | undefined; offset: number; limit: number },
): { total: number; items: AuditEvent[] } => listAuditEvents(studio.database, input);
