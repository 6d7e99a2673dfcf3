"use client";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { Release } from "@/lib/contracts/release";
import classes from "./releases.module.css";
import { policyText, switchHistory } from "./switches";

/** So many earlier ones are named; the history below has them all. */
const BEFORE = 3;

interface SwitchRowsProps {
  project: string;
  /** Of the channel, newest first; at least one. */
  releases: readonly Release[];
  /** Why the reader may not move the channel; null where they may. */
  refusal: string | null;
  onChange: (which: "harness" | "policy") => void;
}

/** The two switches of a channel, each with what it stands on, since when, and what it stood on before. */
export function SwitchRows({ project, releases, refusal, onChange }: SwitchRowsProps) {
  const endpoints = useQuery(queries.endpoints.list.queryOptions());
  const nameOf = (id: string | null) => endpoints.data?.find((each) => each.id === id)?.name;
  const { harness, policy } = switchHistory(releases);
  const rows = [
    {
      id: "harness" as const,
      label: "Harness",
      moves: harness,
      text: (release: Release) => `${release.versionName} · ${release.version.slice(0, 8)}`,
      hrefOf: (release: Release): string | null => projectHref(project, `/harness/${release.version.slice(0, 12)}`),
    },
    {
      id: "policy" as const,
      label: "Policy",
      moves: policy,
      text: (release: Release) => policyText(release, nameOf(release.endpoint)),
      hrefOf: (): string | null => null,
    },
  ];
  return (
    <div className={classes.switches}>
      <table aria-label="Switches">
        <thead>
          <tr>
            <th scope="col">Switch</th>
            <th scope="col">Stands on</th>
            <th scope="col">Since</th>
            <th scope="col">By</th>
            <th scope="col">Before it</th>
            <th scope="col">
              <span className={classes.hidden}>Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, label, moves, text, hrefOf }) => {
            const [now, ...before] = moves;
            if (!now) return null;
            const href = hrefOf(now);
            return (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td className={classes.standsOn}>{href ? <Link href={href}>{text(now)}</Link> : text(now)}</td>
                <td>
                  <RelativeTime at={now.createdAt} />
                </td>
                <td>{now.actor}</td>
                <td>
                  {before.length === 0 ? (
                    <span className={classes.faint}>nothing else</span>
                  ) : (
                    <ul className={classes.before}>
                      {before.slice(0, BEFORE).map((release) => (
                        <li key={release.id}>
                          <Link href={projectHref(project, `/releases/${release.id}`)} className={classes.inText}>
                            {text(release)}
                          </Link>{" "}
                          <span className={classes.faint}>
                            until <RelativeTime at={moves[moves.indexOf(release) - 1]?.createdAt ?? now.createdAt} />
                          </span>
                        </li>
                      ))}
                      {before.length > BEFORE && <li className={classes.faint}>{before.length - BEFORE} more in the history</li>}
                    </ul>
                  )}
                </td>
                <td data-align="right">
                  <Button
                    size="compact-xs"
                    variant="default"
                    leftSection={<Icon name="arrowUp" />}
                    disabled={refusal !== null}
                    title={refusal ?? undefined}
                    aria-label={`Change the ${id}`}
                    onClick={() => onChange(id)}
                  >
                    Change
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
