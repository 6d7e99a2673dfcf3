import "server-only";
import { findProject, insertProject, listProjects } from "@/db/project-repository";
import { isRemoved } from "@/db/removal-repository";
import type { Project } from "@/lib/contracts/project";
import { sees } from "../access/authorise";
import { OPERATOR } from "../access/principal";
import { conflict } from "../app-error";
import { type Context, recordAudit } from "../context";
import { timestamp } from "../ids";

/** The projects that the caller has a role in. */
export const allProjects = ({ studio, principal = OPERATOR }: Context): Project[] =>
  listProjects(studio.database).filter(({ id }) => sees(principal, id));

export function createProject(context: Context, input: Pick<Project, "id" | "name" | "description">): Project {
  return context.studio.database.transaction((tx) => {
    const known = findProject(tx, input.id);
    if (known) throw conflict(`There is a project ${input.id} already.`, { current: known.name, at: known.createdAt });
    if (isRemoved(tx, "project", input.id)) {
      const how = "Bring it back under Settings, Storage, or take another id.";
      throw conflict(`A project ${input.id} was deleted and still has the id. ${how}`, { current: "deleted" });
    }
    const project: Project = { ...input, createdAt: timestamp() };
    insertProject(tx, project);
    recordAudit(tx, context, { action: "project-created", project: project.id, subject: `project:${project.id}` });
    return project;
  });
}
