"use client";
import { Button, Checkbox, Group, Modal, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { plural } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { Loading } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { ReturnFocus } from "@/components/ui/return-focus";
import { discoveryOptions } from "@/lib/client/discovery";
import { queries } from "@/lib/client/queries";
import type { Bundle } from "@/lib/contracts/harness";
import type { Discovery } from "@/lib/contracts/tool-service";
import classes from "./harness.module.css";
import { type PlacedTool, placeTools } from "./server-tools";

interface AddServerToolsProps {
  /** The files with the changes made. */
  files: Bundle;
  onAdd: (files: readonly { path: string; text: string }[]) => void;
}

/** Puts tools of an MCP server into the draft. */
export function AddServerTools({ files, onAdd }: AddServerToolsProps) {
  const [opened, setOpened] = useState(false);
  const add = (chosen: readonly PlacedTool[]) => {
    setOpened(false);
    onAdd(chosen);
  };
  return (
    <>
      <Button variant="subtle" size="compact-xs" leftSection={<Icon name="download" />} onClick={() => setOpened(true)}>
        Tools from a server
      </Button>
      {opened && (
        <Modal opened onClose={() => setOpened(false)} title="Add tools from a server">
          <ReturnFocus />
          <ChooseServer files={files} onAdd={add} />
        </Modal>
      )}
    </>
  );
}

interface ChooseProps {
  files: Bundle;
  onAdd: (chosen: readonly PlacedTool[]) => void;
}

function ChooseServer({ files, onAdd }: ChooseProps) {
  const services = useQuery(queries.toolServices.list.queryOptions());
  const [picked, setPicked] = useState<string | null>(null);
  return (
    <QueryState query={services} rows={3}>
      {(rows) => {
        const servers = rows.filter((service) => service.kind !== "http");
        const only = servers.length === 1 ? (servers[0]?.id ?? null) : null;
        const server = picked ?? only;
        if (servers.length === 0) {
          return (
            <EmptyState
              title="No MCP server yet"
              action={
                <Button component={Link} href="/settings?service=new">
                  Add one in the settings
                </Button>
              }
            />
          );
        }
        return (
          <>
            <Select
              label="Server"
              data={servers.map(({ id, name }) => ({ value: id, label: name }))}
              value={server}
              placeholder="Choose a server"
              allowDeselect={false}
              onChange={setPicked}
            />
            {server !== null && <ChooseTools key={server} server={server} files={files} onAdd={onAdd} />}
          </>
        );
      }}
    </QueryState>
  );
}

function ChooseTools({ server, files, onAdd }: ChooseProps & { server: string }) {
  const found = useQuery(discoveryOptions(server));
  if (found.isFetching) return <Loading rows={5} label="Asking the server" />;
  if (!found.data) return <ErrorState error={found.error} onRetry={() => found.refetch()} />;
  return <Tools discovery={found.data} files={files} onAdd={onAdd} />;
}

const marks: Record<PlacedTool["state"], string> = { new: "", there: "is in the version", changed: "has changed" };

function Tools({ discovery, files, onAdd }: ChooseProps & { discovery: Discovery }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tools = placeTools(discovery, files);
  const open = tools.filter(({ state }) => state !== "there");
  const toggle = (tool: string) =>
    setChosen((current) => {
      const next = new Set(current);
      if (!next.delete(tool)) next.add(tool);
      return next;
    });
  if (tools.length === 0) return <EmptyState title="This server offers no tools" />;
  const all = open.length > 0 && open.every(({ tool }) => chosen.has(tool));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(tools.filter(({ tool }) => chosen.has(tool)));
      }}
    >
      <p className={classes.picked}>
        {discovery.serverName} {discovery.serverVersion} <span className={classes.faint}>protocol {discovery.revision}</span>
      </p>
      <Checkbox
        mt="sm"
        label={`All ${plural(open.length, "tool")}`}
        checked={all}
        indeterminate={!all && chosen.size > 0}
        disabled={open.length === 0}
        onChange={() => setChosen(all ? new Set() : new Set(open.map(({ tool }) => tool)))}
      />
      <ul className={classes.serverTools} aria-label="Tools">
        {tools.map(({ tool, description, path, state }) => (
          <li key={tool}>
            <Checkbox
              label={
                <>
                  <code>{tool}</code> {marks[state] && <span className={classes.changeMark}>{marks[state]}</span>}
                </>
              }
              description={
                <>
                  <span className={classes.clamped}>{description || "No description."}</span>
                  {path !== `tools/${tool}.json` && <code>{path}</code>}
                </>
              }
              checked={chosen.has(tool)}
              disabled={state === "there"}
              onChange={() => toggle(tool)}
            />
          </li>
        ))}
      </ul>
      <Group mt="md" gap="xs">
        <Button type="submit" disabled={chosen.size === 0}>
          {chosen.size === 0 ? "Add tools" : `Add ${plural(chosen.size, "tool")}`}
        </Button>
        <span className={classes.faint}>They are unsaved until you save a version.</span>
      </Group>
    </form>
  );
}
