import "server-only";
import { currentFaq, putFaq, readFaq } from "@/db/faq-repository";
import type { FaqEntry } from "@/lib/contracts/serving";
import { hashFaq } from "@/lib/datasets/hash";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";
import { requireProject } from "../lookups";

interface Faq {
  entries: FaqEntry[];
  hash: string | null;
}

export function projectFaq({ studio }: Context, input: { project: string }): Faq {
  requireProject(studio.database, input.project);
  const hash = currentFaq(studio.database, input.project);
  return { entries: readFaq(studio.database, hash), hash };
}

/** Replaces the FAQ. Runs that were made before keep the one they were made with. */
export function saveFaq(context: Context, input: { project: string; entries: FaqEntry[] }): Faq {
  const { project, entries } = input;
  const hash = hashFaq(entries);
  context.studio.database.transaction(
    (tx) => {
      requireProject(tx, project);
      if (currentFaq(tx, project) === hash) return;
      putFaq(tx, { project, hash, entries, actor: context.actor, createdAt: timestamp() });
      recordAudit(tx, context, {
        action: "faq-saved",
        project,
        subject: `project:${project}`,
        detail: { hash, entries: entries.length },
      });
    },
    { behavior: "immediate" },
  );
  return { entries, hash };
}
