"use client";
import { Button, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount } from "@/components/ui/format";
import { Section } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { QueryState } from "@/components/ui/query-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { AuditEvent } from "@/lib/contracts/release";
import { AuditDrawer } from "./audit-drawer";
import classes from "./settings.module.css";

const LIMIT = 100;

const columns: Column<AuditEvent>[] = [
  { id: "at", header: "When", cell: (row) => <RelativeTime at={row.at} /> },
  { id: "actor", header: "Who", cell: (row) => row.actor },
  { id: "action", header: "What", cell: (row) => row.action.replaceAll("-", " ") },
  { id: "project", header: "Project", cell: (row) => row.project ?? "–" },
  { id: "subject", header: "On", cell: (row) => <code title={row.subject}>{shorten(row.subject)}</code> },
  {
    id: "detail",
    header: "Detail",
    cell: (row) => {
      const text = Object.entries(row.detail)
        .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join(" · ");
      return <span title={text}>{shorten(text) || "–"}</span>;
    },
    grow: true,
  },
  { id: "hash", header: "Hash", cell: (row) => <code title={row.hash}>{row.hash.slice(0, 8)}</code>, width: 90 },
];

/** Hashes inside a text are shown by their first eight characters. */
function shorten(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, (hash) => hash.slice(0, 8));
}

const filters = [
  { key: "project", label: "Project" },
  { key: "by", label: "Who" },
  { key: "action", label: "What, for example release-promoted" },
] as const;

/** Who wrote what, newest first. */
export function AuditLog() {
  const { get, set } = useUrlParams();
  const offset = Math.max(0, Number.parseInt(get("offset") ?? "0", 10) || 0);
  const [project, actor, action] = filters.map(({ key }) => get(key) ?? "");
  const query = useQuery({
    ...queries.audit.list.queryOptions({
      input: { offset, limit: LIMIT, ...(project && { project }), ...(actor && { actor }), ...(action && { action }) },
    }),
    placeholderData: keepPreviousData,
  });
  const opened = query.data?.items.find(({ id }) => String(id) === get("event"));
  return (
    <Section title="Events" aside={query.data && <span className={classes.faint}>{formatCount(query.data.total)} events</span>}>
      <form
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault();
          const given = new FormData(event.currentTarget);
          set({ offset: null, ...Object.fromEntries(filters.map(({ key }) => [key, String(given.get(key) ?? "").trim()])) });
        }}
      >
        {filters.map(({ key, label }) => (
          <TextInput key={key} name={key} aria-label={label} placeholder={label} defaultValue={get(key) ?? ""} maxLength={100} />
        ))}
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
      <QueryState query={query} rows={8}>
        {({ items, total }) => (
          <>
            <DataTable
              label="Audit log"
              rows={items}
              columns={columns}
              rowKey={(row) => String(row.id)}
              maxHeight={620}
              current={get("event")}
              onOpen={(row) => set({ event: String(row.id) }, "push")}
              empty={<EmptyState title="No such event">Every import, run, decision and release leaves a line here.</EmptyState>}
            />
            <Pager offset={offset} limit={LIMIT} total={total} onMove={(next) => set({ offset: next ? String(next) : null })} />
          </>
        )}
      </QueryState>
      {opened && <AuditDrawer event={opened} onClose={() => set({ event: null })} />}
    </Section>
  );
}
