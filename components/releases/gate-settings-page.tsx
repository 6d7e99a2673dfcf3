"use client";
import { useQuery } from "@tanstack/react-query";
import { ReleaseTabs } from "@/components/serving/release-tabs";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { queries } from "@/lib/client/queries";
import type { GateSettingsVersion } from "@/lib/contracts/release-gate";
import { settingsChanges } from "./gate-fields";
import classes from "./gate-settings.module.css";
import { GateSettingsForm } from "./gate-settings-form";

function Versions({ versions }: { versions: readonly GateSettingsVersion[] }) {
  return (
    <table className={classes.versions} aria-label="Versions of the thresholds">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">When</th>
          <th scope="col">By</th>
          <th scope="col">What changed</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((each, index) => {
          const before = versions[index + 1];
          const changes = before ? settingsChanges(before.settings, each.settings) : [];
          return (
            <tr key={each.version}>
              <td>{each.version}</td>
              <td>{each.version === 0 ? "–" : <RelativeTime at={each.createdAt} />}</td>
              <td>{each.actor || "–"}</td>
              <td>
                {changes.length === 0 ? (
                  <span className={classes.faint}>
                    {before ? "nothing" : each.version === 0 ? "the defaults" : "the first of the project"}
                  </span>
                ) : (
                  <ul className={classes.changes}>
                    {changes.map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                )}
              </td>
              <td>{each.reason || "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What each channel demands and by which thresholds, with every version of them. */
export function GateSettingsPage({ project }: { project: string }) {
  const query = useQuery(queries.gates.settings.queryOptions({ input: { project } }));
  return (
    <>
      <PageHeader
        title="Releases"
        detail="What a version and its policy must come to before a channel moves to them. A change is a new version of the thresholds; releases keep theirs."
      />
      <ReleaseTabs project={project} current="gates" />
      <QueryState
        query={query}
        what={{ name: "project", id: project }}
        back={{ label: "To the projects", href: "/?all" }}
        rows={14}
      >
        {(versions) => {
          const [newest] = versions;
          if (!newest) return null;
          return (
            <>
              <GateSettingsForm key={newest.version} project={project} newest={newest} />
              <Section title="Versions">
                <Versions versions={versions} />
              </Section>
            </>
          );
        }}
      </QueryState>
    </>
  );
}
