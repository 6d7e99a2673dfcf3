"use client";

import { Drawer } from "@mantine/core";
import Link from "next/link";
import { useState } from "react";
import { projectHref } from "@/components/shell/sections";
import { formatCount, plural } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { RelativeTime } from "@/components/ui/relative-time";
import type { LineOrigin } from "@/lib/contracts/lineage";
import classes from "./blame.module.css";

/** Cases that are listed before the rest is asked for. */
const SHOWN = 12;

function CaseLinks({ project, run, cases }: { project: string; run: string; cases: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? cases : cases.slice(0, SHOWN);
  return (
    <ul className={classes.cases}>
      {shown.map((id) => (
        <li key={id}>
          {run === "" ? id : <Link href={projectHref(project, `/runs/${run}/${encodeURIComponent(id)}`)}>{id}</Link>}
        </li>
      ))}
      {shown.length < cases.length ? (
        <li>
          <button type="button" className={classes.more} onClick={() => setAll(true)}>
            {formatCount(cases.length - shown.length)} more
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** Why an entry was made, who accepted it, and what it did. */
function EntryStory({ project, entry }: { project: string; entry: NonNullable<LineOrigin["entry"]> }) {
  const stageHref = projectHref(project, `/evolve/${entry.campaign}/${entry.stage}`);
  const effect = (cases: string[] | null, word: string) =>
    cases === null ? (
      <span className={classes.faint}>not measured</span>
    ) : cases.length === 0 ? (
      `no case ${word} by itself`
    ) : (
      <>
        {plural(cases.length, "case")} {word} by itself
        <CaseLinks project={project} run={entry.run} cases={cases} />
      </>
    );
  return (
    <>
      <dt>Entry</dt>
      <dd>{entry.title}</dd>
      <dt>Stage</dt>
      <dd>
        <Link href={stageHref}>{entry.stageName}</Link> of{" "}
        <Link href={projectHref(project, `/evolve/${entry.campaign}`)}>{entry.campaignName}</Link>
      </dd>
      <dt>Accepted</dt>
      <dd>
        {entry.decidedBy === null ? "by nobody who is known" : `by ${entry.decidedBy}`}
        {entry.edited ? ", after an edit" : ""}
        {entry.decidedAt === null ? null : (
          <>
            {" "}
            <RelativeTime at={entry.decidedAt} />
          </>
        )}
      </dd>
      <dt>For the cluster</dt>
      <dd>
        {entry.cluster}, {plural(entry.cases.length, "failing case")}
        <CaseLinks project={project} run={entry.run} cases={entry.cases} />
      </dd>
      <dt>Fixed</dt>
      <dd>{effect(entry.fixed, "fixed")}</dd>
      <dt>Broke</dt>
      <dd>{effect(entry.broken, "broken")}</dd>
    </>
  );
}

interface BlameStoryProps {
  project: string;
  /** The path that the file has now. */
  path: string;
  line: { number: number; text: string };
  origin: LineOrigin;
  onClose: () => void;
}

/** The whole story of a line, beside the file, which stays in use. */
export function BlameStory({ project, path, line, origin, onClose }: BlameStoryProps) {
  const { version, versionName, author, message, at, entry } = origin;
  const href = projectHref(project, `/harness/${version.slice(0, 12)}?file=${encodeURIComponent(origin.path)}`);
  return (
    <Drawer
      opened
      onClose={onClose}
      title={`Line ${line.number}`}
      position="right"
      size={400}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      returnFocus={false}
      closeOnClickOutside={false}
      shadow="md"
    >
      <pre className={classes.quoted}>{line.text === "" ? " " : line.text}</pre>
      <dl className={classes.story}>
        <dt>Brought in by</dt>
        <dd>
          {versionName} <Hash value={version} href={href} />
        </dd>
        <dt>Author</dt>
        <dd>
          {author}, <RelativeTime at={at} />
        </dd>
        <dt>How</dt>
        <dd>
          {origin.origin}
          {message.trim() === "" ? "" : `: ${message}`}
        </dd>
        {origin.path === path ? null : (
          <>
            <dt>Then in</dt>
            <dd>
              <code>{origin.path}</code>
            </dd>
          </>
        )}
        {entry ? (
          <EntryStory project={project} entry={entry} />
        ) : (
          <>
            <dt>Entry</dt>
            <dd className={classes.faint}>none: no stage of a campaign brought it in</dd>
          </>
        )}
      </dl>
    </Drawer>
  );
}
