"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { queries } from "@/lib/client/queries";

export interface NewProject {
  id: string;
  name: string;
  description: string;
  harness: { name: string; files: Record<string, string> } | null;
  cases: { name: string; text: string } | null;
}

export type CreationStep = "project" | "harness" | "cases";

/**
 * Makes a project and fills it, step by step. After a failure it goes on from the step that failed, so that nothing is
 * made twice; `skipMalformed` then imports the well-formed cases.
 */
export function useCreateProject(onDone: (address: string) => void) {
  const client = useQueryClient();
  const finished = useRef(new Set<CreationStep>());
  const [done, setDone] = useState<readonly CreationStep[]>([]);
  const finish = (step: CreationStep) => {
    finished.current.add(step);
    setDone([...finished.current]);
  };
  const mutation = useMutation({
    mutationFn: async ({ project, skipMalformed }: { project: NewProject; skipMalformed: boolean }) => {
      const { id, name, description, harness, cases } = project;
      if (!finished.current.has("project")) {
        await queries.projects.create.call({ id, name, description });
        finish("project");
      }
      if (harness && !finished.current.has("harness")) {
        await queries.versions.import.call({
          project: id,
          files: harness.files,
          name: harness.name,
          message: "Imported with the project",
        });
        finish("harness");
      }
      if (cases && !finished.current.has("cases")) {
        await queries.datasets.import.call({ project: id, name: cases.name, role: "dev", text: cases.text, skipMalformed });
        finish("cases");
      }
      return projectHref(id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.projects.key() }),
    onSuccess: onDone,
  });
  return { ...mutation, done };
}
