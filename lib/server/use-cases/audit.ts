import "server-only";
import { listAuditEvents } from "@/db/audit-repository";
import type { AuditEvent, AuditVerification } from "@/lib/contracts/release";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const auditPage = (
  { studio }: Context,
  input: { project?: string | undefined; actor?: string | undefined; action?: string | undefined; offset: number; limit: number },
): { total: number; items: AuditEvent[] } => listAuditEvents(studio.database, input);

export const verifyAudit = (_context: Context): AuditVerification => notBuilt();
