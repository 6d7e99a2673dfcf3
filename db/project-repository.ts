import { and, asc, eq, getTableColumns } from "drizzle-orm";
import type { Project } from "../lib/contracts/project";
import type { Store } from "./client";
import { isThere } from "./removed";
import { meta, projects } from "./schema";

const { removedAt: _at, removedBy: _by, ...columns } = getTableColumns(projects);

export const listProjects = (store: Store): Project[] =>
  store.select(columns).from(projects).where(isThere(projects)).orderBy(asc(projects.createdAt)).all();

export const findProject = (store: Store, id: string): Project | undefined =>
  store
    .select(columns)
    .from(projects)
    .where(and(eq(projects.id, id), isThere(projects)))
    .get();

export function insertProject(store: Store, project: Project): void {
  store.insert(projects).values(project).run();
}

/** A fact about the database itself, or undefined. */
export const readMeta = (store: Store, key: string): string | undefined =>
  store.select().from(meta).where(eq(meta.key, key)).get()?.value;

export function writeMeta(store: Store, key: string, value: string): void {
  store.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}
