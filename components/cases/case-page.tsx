"use client";
import { useQuery } from "@tanstack/react-query";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { Mark } from "@/components/ui/mark";
import { PageHeader, Section } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { queries } from "@/lib/client/queries";
import type { Case } from "@/lib/contracts/case";
import { CaseChecks } from "./case-checks";
import { CaseResults } from "./case-results";
import { CaseSituation } from "./case-situation";
import classes from "./cases.module.css";

interface CasePageProps {
  project: string;
  dataset: string;
  id: string;
}

/** One case: what was asked, what the reply must do, and how every version did on it. */
export function CasePage({ project, dataset, id }: CasePageProps) {
  const set = useQuery(queries.datasets.get.queryOptions({ input: { project, dataset } }));
  const query = useQuery(queries.datasets.case.queryOptions({ input: { project, dataset, case: id } }));
  return (
    <QueryState
      query={query}
      what={{ name: "case", id }}
      back={{ label: "To the cases", href: projectHref(project, `/cases/${dataset}`) }}
      rows={12}
    >
      {({ case: item, results }) => (
        <>
          <PageHeader
            trail={[
              { label: "Case sets", href: projectHref(project, "/cases") },
              { label: set.data?.name ?? dataset, href: projectHref(project, `/cases/${dataset}`) },
            ]}
            title={item.id}
            marks={
              <>
                {item.priority === "P0" ? <strong>P0</strong> : <span className={classes.faint}>{item.priority}</span>}
                {set.data?.synthetic && <Mark kind="synthetic" />}
              </>
            }
            detail={<CaseTags item={item} />}
          />
          <div className={classes.case}>
            <CaseSituation item={item} />
            <CaseChecks item={item} />
          </div>
          <Section title="Results over versions">
            {results.length === 0 ? (
              <EmptyState title="No run has this case yet">
                Start a run of a version on this set; how it did on this case appears here.
              </EmptyState>
            ) : (
              <CaseResults project={project} results={results} />
            )}
          </Section>
        </>
      )}
    </QueryState>
  );
}

function CaseTags({ item }: { item: Case }) {
  const parts = [item.category, `language ${item.language}`, `${item.channel} channel`, ...item.tags];
  if (item.group) parts.push(`group ${item.group}`);
  return parts.join(" · ");
}
