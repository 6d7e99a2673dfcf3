import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { formatCount } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { RelativeTime } from "@/components/ui/relative-time";
import type { VersionDetail } from "@/lib/contracts/version";
import { groupFiles, shortName } from "./file-groups";
import classes from "./harness.module.css";
import { VersionUseList } from "./version-use";

interface VersionFactsProps {
  project: string;
  detail: VersionDetail;
  current: string;
  onOpen: (path: string) => void;
}

/** What is known of a saved version: where it came from, where it is used, and what its parts weigh in tokens. */
export function VersionFacts({ project, detail, current, onOpen }: VersionFactsProps) {
  const { version, files, use, children } = detail;
  const tokens = new Map(files.map((file) => [file.path, file.tokens]));
  const total = files.reduce((sum, file) => sum + file.tokens, 0);
  const groups = groupFiles(files.map((file) => file.path));
  const largest = Math.max(1, ...files.map((file) => file.tokens));
  const address = (hash: string) => projectHref(project, `/harness/${hash.slice(0, 12)}`);
  return (
    <aside aria-label="Facts" className={classes.facts}>
      <dl className={classes.factList}>
        <dt>Made</dt>
        <dd>
          <RelativeTime at={version.createdAt} /> by {version.author}, {version.origin}
        </dd>
        {version.message && (
          <>
            <dt>Message</dt>
            <dd>{version.message}</dd>
          </>
        )}
        <dt>Parent</dt>
        <dd>
          {version.parent ? (
            <>
              <Hash value={version.parent} href={address(version.parent)} copy={false} />{" "}
              <Link
                href={projectHref(
                  project,
                  `/harness/compare?base=${version.parent.slice(0, 12)}&head=${version.hash.slice(0, 12)}`,
                )}
              >
                compare
              </Link>
            </>
          ) : (
            "none"
          )}
        </dd>
        {children.length > 0 && (
          <>
            <dt>Children</dt>
            <dd>
              {children.map((child) => (
                <div key={child.hash}>
                  <Hash value={child.hash} href={address(child.hash)} copy={false} /> {child.name}
                </div>
              ))}
            </dd>
          </>
        )}
        <dt>Used in</dt>
        <dd>
          <VersionUseList project={project} version={version.hash} use={use} />
        </dd>
      </dl>
      <h2>
        Tokens <span className={classes.faint}>{formatCount(total)} as saved</span>
      </h2>
      {groups.map((group) => (
        <details key={group.kind} open={group.kind === "prompt" || group.paths.includes(current)}>
          <summary>
            {group.name}
            <span className={classes.amount}>
              {formatCount(group.paths.reduce((sum, path) => sum + (tokens.get(path) ?? 0), 0))}
            </span>
          </summary>
          <ul className={classes.tokens}>
            {group.paths.map((path) => (
              <li key={path}>
                <button type="button" onClick={() => onOpen(path)} title={path}>
                  <span className={classes.fileName}>{shortName(path)}</span>
                  <span className={classes.amount}>{formatCount(tokens.get(path))}</span>
                  <span className={classes.bar} style={{ width: `${((tokens.get(path) ?? 0) / largest) * 100}%` }} />
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </aside>
  );
}
