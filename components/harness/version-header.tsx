"use client";
import { Button, Menu } from "@mantine/core";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { saveFile } from "@/components/ui/save-file";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Bundle } from "@/lib/contracts/harness";
import type { VersionDetail } from "@/lib/contracts/version";
import classes from "./harness.module.css";

interface VersionHeaderProps {
  project: string;
  detail: VersionDetail;
  base: Bundle;
  /** Children known when the page was opened; a newer one is announced. */
  seen: readonly string[];
  children: React.ReactNode;
}

export function VersionHeader({ project, detail, base, seen, children }: VersionHeaderProps) {
  const { version, use } = detail;
  const newer = detail.children.filter((child) => !seen.includes(child.hash));
  const short = version.hash.slice(0, 12);
  const download = () =>
    saveFile(
      `${version.name}-${version.hash.slice(0, 8)}.json`,
      JSON.stringify({ name: version.name, hash: version.hash, files: base }, null, 2),
      "application/json",
    );
  return (
    <>
      <PageHeader
        trail={[{ label: "Harness", href: projectHref(project, "/harness") }]}
        title={version.name}
        marks={
          <>
            <Hash value={version.hash} />
            {use.production && <StatusBadge status="production" />}
          </>
        }
        actions={
          <>
            {children}
            <Button variant="default" component={Link} href={projectHref(project, `/runs?new=1&version=${short}`)}>
              Run it
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" aria-label="More">
                  …
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {version.parent && (
                  <Menu.Item
                    component={Link}
                    href={projectHref(project, `/harness/compare?base=${version.parent.slice(0, 12)}&head=${short}`)}
                    leftSection={<Icon name="compare" />}
                  >
                    Compare with its parent
                  </Menu.Item>
                )}
                <Menu.Item leftSection={<Icon name="download" />} onClick={download}>
                  Download the files as JSON
                </Menu.Item>
                <Menu.Item
                  component={Link}
                  href={projectHref(project, `/releases?promote=${short}`)}
                  leftSection={<Icon name="arrowUp" />}
                >
                  Promote to production
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      />
      {newer.map((child) => (
        <p key={child.hash} role="status" className={classes.notice}>
          {child.author} saved {child.name} ({child.hash.slice(0, 8)}) on this version <RelativeTime at={child.createdAt} />.{" "}
          <Link href={projectHref(project, `/harness/compare?base=${short}&head=${child.hash.slice(0, 12)}`)}>
            See what changed
          </Link>
        </p>
      ))}
    </>
  );
}
