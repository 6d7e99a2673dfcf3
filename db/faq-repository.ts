import { desc, eq } from "drizzle-orm";
import type { FaqEntry } from "../lib/contracts/serving";
import type { Store } from "./client";
import { faqVersions, projectFaqs } from "./schema";

export function putFaq(
  store: Store,
  faq: { project: string; hash: string; entries: FaqEntry[]; actor: string; createdAt: string },
): void {
  const { hash, entries, project, actor, createdAt } = faq;
  store.insert(faqVersions).values({ hash, entries }).onConflictDoNothing().run();
  store.insert(projectFaqs).values({ project, hash, actor, createdAt }).run();
}

/** Hash of the project's FAQ as it is now; null where none was ever set. */
export const currentFaq = (store: Store, project: string): string | null =>
  store
    .select({ hash: projectFaqs.hash })
    .from(projectFaqs)
    .where(eq(projectFaqs.project, project))
    .orderBy(desc(projectFaqs.sequence))
    .limit(1)
    .get()?.hash ?? null;

/** The entries of a FAQ by its hash; none for null. */
export const readFaq = (store: Store, hash: string | null): FaqEntry[] =>
  hash === null ? [] : (store.select().from(faqVersions).where(eq(faqVersions.hash, hash)).get()?.entries ?? []);
