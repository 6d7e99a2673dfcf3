"use client";
import { ActionIcon, SegmentedControl, Select, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DiffEditor } from "@/components/editor/diff-editor";
import { projectHref } from "@/components/shell/sections";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page-header";
import { QueryState } from "@/components/ui/query-state";
import { useKeys } from "@/components/ui/use-keys";
import { useUrlParams } from "@/components/ui/use-url-state";
import { queries } from "@/lib/client/queries";
import type { VersionComparison as Compared, FileDifference, VersionListItem } from "@/lib/contracts/version";
import { groupFiles } from "./file-groups";
import classes from "./harness.module.css";

const signs = { added: "add", removed: "trash", changed: "edit" } as const;

/** Two versions file by file; the address holds both and the file in sight. */
export function VersionComparison({ project }: { project: string }) {
  const { get, set } = useUrlParams();
  const base = get("base") ?? "";
  const head = get("head") ?? "";
  const versions = useQuery(queries.versions.list.queryOptions({ input: { project } }));
  const comparison = useQuery({
    ...queries.versions.compare.queryOptions({ input: { project, base, head } }),
    enabled: base !== "" && head !== "",
  });
  return (
    <>
      <PageHeader trail={[{ label: "Harness", href: projectHref(project, "/harness") }]} title="Compare versions" />
      <div className={classes.pickers}>
        <VersionPicker label="Before" value={base} versions={versions.data ?? []} onPick={(hash) => set({ base: hash })} />
        <Tooltip label="Swap the two">
          <ActionIcon aria-label="Swap the two" onClick={() => set({ base: head, head: base })}>
            <Icon name="compare" />
          </ActionIcon>
        </Tooltip>
        <VersionPicker label="After" value={head} versions={versions.data ?? []} onPick={(hash) => set({ head: hash })} />
      </div>
      {base === "" || head === "" ? (
        <EmptyState title="Choose the two versions to compare">
          The first is what was before, the second what came after. Two versions can also be ticked in the list of versions.
        </EmptyState>
      ) : (
        <QueryState
          query={comparison}
          what={{ name: "pair of versions", id: `${base} and ${head}` }}
          back={{ label: "To the versions", href: projectHref(project, "/harness") }}
          rows={12}
        >
          {(loaded) => <ComparedFiles comparison={loaded} project={project} />}
        </QueryState>
      )}
    </>
  );
}

interface VersionPickerProps {
  label: string;
  value: string;
  versions: readonly VersionListItem[];
  onPick: (hash: string) => void;
}

function VersionPicker({ label, value, versions, onPick }: VersionPickerProps) {
  const whole = versions.find((version) => value !== "" && version.hash.startsWith(value))?.hash ?? null;
  return (
    <Select
      label={label}
      w={330}
      searchable
      allowDeselect={false}
      value={whole}
      placeholder="Choose a version"
      nothingFoundMessage="No such version"
      data={versions.map((version) => ({
        value: version.hash,
        label: `${version.name} · ${version.hash.slice(0, 8)}${version.message ? ` · ${version.message.slice(0, 40)}` : ""}`,
      }))}
      onChange={(hash) => hash && onPick(hash.slice(0, 12))}
    />
  );
}

function ComparedFiles({ comparison, project }: { comparison: Compared; project: string }) {
  const { get, set } = useUrlParams();
  const { files, unchanged, base, head } = comparison;
  const groups = groupFiles(files.map((file) => file.path));
  const ordered = groups
    .flatMap((group) => group.paths)
    .map((path) => files.find((file) => file.path === path))
    .filter((file): file is FileDifference => file !== undefined);
  const current = ordered.find((file) => file.path === get("file")) ?? ordered[0];
  const layout = get("layout") === "inline" ? "inline" : "auto";
  const step = (by: 1 | -1) => {
    const next = current && ordered[ordered.indexOf(current) + by];
    if (next) set({ file: next.path });
  };
  useKeys("Changed files", [
    { keys: "j", label: "Next file", run: () => step(1) },
    { keys: "k", label: "File before", run: () => step(-1) },
  ]);
  if (!current) {
    return <EmptyState title="The two versions are equal">Every file is the same, byte for byte.</EmptyState>;
  }
  const address = (hash: string) =>
    projectHref(project, `/harness/${hash.slice(0, 12)}?file=${encodeURIComponent(current.path)}`);
  return (
    <>
      <div className={classes.kinds}>
        <span>
          {plural(files.length, "file")} changed, {unchanged} the same:
        </span>
        {groups.map((group) => (
          <span key={group.kind}>
            {group.name} {group.paths.length}
          </span>
        ))}
      </div>
      <div className={classes.compare}>
        <ul className={classes.fileList} aria-label="Changed files">
          {ordered.map((file) => (
            <li key={file.path}>
              <button
                type="button"
                aria-current={file === current ? "true" : undefined}
                title={`${file.path}, ${file.change}`}
                onClick={() => set({ file: file.path })}
              >
                <Icon name={signs[file.change]} label={file.change} size={12} />
                <span className={classes.fileName}>{file.path}</span>
                <span>
                  <span className={classes.plus}>+{file.linesAdded}</span>{" "}
                  <span className={classes.minus}>−{file.linesRemoved}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className={classes.middle}>
          <div className={classes.fileBar}>
            <code className={classes.path}>{current.path}</code>
            <span className={classes.faint}>{current.change}</span>
            <span className={classes.fileActions}>
              <Hash value={base.hash} href={address(base.hash)} copy={false} />
              <Icon name="arrowRight" />
              <Hash value={head.hash} href={address(head.hash)} copy={false} />
              <SegmentedControl
                aria-label="Layout"
                value={layout}
                data={[
                  { value: "auto", label: "Side by side" },
                  { value: "inline", label: "Inline" },
                ]}
                onChange={(value) => set({ layout: value === "inline" ? value : null })}
              />
            </span>
          </div>
          <div className={classes.editor}>
            <DiffEditor path={current.path} base={current.base} head={current.head} layout={layout} height="100%" />
          </div>
        </div>
      </div>
    </>
  );
}
