"use client";
import { Menu } from "@mantine/core";
import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { projectHref } from "./sections";
import classes from "./shell.module.css";
import { useCurrentProject } from "./use-current-project";

export function ProjectSwitch() {
  const { projects, project } = useCurrentProject();
  const current = projects.find((each) => each.id === project);
  if (!project) return null;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button
          type="button"
          className={`${classes.quiet} ${classes.project}`}
          aria-label={`Project ${current?.name ?? project}`}
        >
          <span>{current?.name ?? project}</span>
          <Icon name="chevronDown" size={12} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map((each) => (
          <Menu.Item
            key={each.id}
            component={Link}
            href={projectHref(each.id)}
            rightSection={each.id === project ? <Icon name="check" /> : null}
          >
            {each.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} href="/?all" leftSection={<Icon name="add" />}>
          All projects, new project
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
