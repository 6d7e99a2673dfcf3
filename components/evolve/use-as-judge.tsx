"use client";

import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { JudgeDialog } from "@/components/judges/judge-dialog";
import { queries } from "@/lib/client/queries";
import type { Judge } from "@/lib/contracts/judge";

interface UseAsJudgeProps {
  project: string;
  /** Hash of a version of kind judge. */
  version: string;
  /** The endpoint on which its agreement was measured. */
  endpoint: string;
}

/** Puts a version of a judge campaign to use: as a new judge of the project, or in the place of one's bundle. */
export function UseAsJudge({ project, version, endpoint }: UseAsJudgeProps) {
  const judges = useQuery(queries.judges.list.queryOptions({ input: { project } }));
  const [opened, setOpened] = useState<{ judge: Judge | null } | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Use as judge</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened({ judge: null })}>As a new judge</Menu.Item>
          {(judges.data ?? []).map((judge) => (
            <Menu.Item
              key={judge.id}
              disabled={judge.bundle === version}
              onClick={() => setOpened({ judge: { ...judge, bundle: version } })}
            >
              {judge.bundle === version ? `${judge.name} uses it` : `As the next version of ${judge.name}`}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {opened ? (
        <JudgeDialog
          project={project}
          judge={opened.judge}
          start={{ bundle: version, voters: [endpoint] }}
          taken={(judges.data ?? []).map((judge) => judge.id)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}
