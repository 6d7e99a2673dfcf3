import "server-only";
import type { JsonObject } from "@/lib/contracts/ids";
import { canonicalJson } from "@/lib/datasets/canonical-json";
import { hashText } from "@/lib/harness/hash";

/** SHA-256 over the hash before it, a newline, and the canonical JSON of the event. */
export function auditHash(
  previous: string,
  {
    at,
    actor,
    action,
    project,
    subject,
    detail,
  }: { at: string; actor: string; action: string; project: string | null; subject: string; detail: JsonObject },
): string {
  return hashText(`${previous}\n${canonicalJson({ at, actor, action, project, subject, detail })}`);
}
