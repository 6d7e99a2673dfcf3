import { z } from "zod";
import { Campaign } from "./evolution";
import { Slug } from "./ids";
import { Release } from "./release";
import { Run } from "./run";

export const Project = z.object({
  id: Slug,
  name: z.string().min(1).max(100),
  description: z.string().max(1000),
  createdAt: z.string(),
});
export type Project = z.infer<typeof Project>;

/** What a person should do next, with where to do it (a path of the studio). */
export const NextAction = z.object({ title: z.string(), detail: z.string(), href: z.string() });

export const ProjectOverview = z.object({
  project: Project,
  production: Release.nullable(),
  counts: z.object({ versions: z.int(), datasets: z.int(), runs: z.int(), campaigns: z.int() }),
  campaign: Campaign.nullable(),
  runs: z.array(Run),
  next: z.array(NextAction),
});
export type ProjectOverview = z.infer<typeof ProjectOverview>;
