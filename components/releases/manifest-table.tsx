import Link from "next/link";
import { projectHref } from "@/components/shell/sections";
import { formatDuration } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SignedManifest } from "@/lib/contracts/release";
import { channelWords, joined } from "./channel-words";
import { gateWords } from "./gate-words";
import classes from "./manifest.module.css";
import { RunLink } from "./run-link";

type Fact = [label: string, value: React.ReactNode];

function Group({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup" className={classes.group}>
          {title}
        </th>
      </tr>
      {facts.map(([label, value]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
  );
}

const none = <span className={classes.faint}>none</span>;

/** A signed manifest, every field of it. */
export function ManifestTable({ project, signed }: { project: string; signed: SignedManifest }) {
  const { manifest, hash, signature, publicKey } = signed;
  const { harness, policy, tools, evaluation, gates } = manifest;
  const { limits, fallback, recovery } = manifest.fallback;
  const setHref = (dataset: string) => projectHref(project, `/cases/${encodeURIComponent(dataset)}`);
  return (
    <table className={classes.table} aria-label="Manifest">
      <Group
        title="Bound together by"
        facts={[
          ["Hash of the manifest", <Hash key="hash" value={hash} />],
          ["Signature (Ed25519)", signature === null ? none : <Hash key="signature" value={signature} />],
          [
            "Public key",
            publicKey === null ? (
              none
            ) : (
              <pre key="key" className={classes.key}>
                {publicKey.trim()}
              </pre>
            ),
          ],
          ["Manifest before it", manifest.previous === null ? none : <Hash key="previous" value={manifest.previous} />],
          [
            "Audit event before it",
            manifest.audit === null ? (
              none
            ) : (
              <span key="audit">
                number {manifest.audit.id} <Hash value={manifest.audit.hash} />
              </span>
            ),
          ],
        ]}
      />
      <Group
        title="Release"
        facts={[
          ["Project", manifest.project],
          ["Channel", `${channelWords[manifest.channel]}, number ${manifest.sequence}`],
          ["Release", <code key="release">{manifest.release}</code>],
          [
            "Made",
            <span key="made">
              by {manifest.actor}, <RelativeTime at={manifest.createdAt} />
            </span>,
          ],
          ["Form of the manifest", `version ${manifest.schemaVersion}`],
        ]}
      />
      <Group
        title="Harness"
        facts={[
          [
            "Name",
            <Link key="name" href={projectHref(project, `/harness/${harness.hash.slice(0, 12)}`)}>
              {harness.name}
            </Link>,
          ],
          ["Hash of its bundle", <Hash key="hash" value={harness.hash} />],
          ["Files", `${harness.files}`],
        ]}
      />
      <Group
        title="Policy"
        facts={
          policy === null
            ? [["Policy", "none: nothing can be asked of this release"]]
            : [
                ["Endpoint", `${policy.endpoint} (${policy.kind})`],
                [
                  "Address",
                  policy.baseUrl === "" ? (
                    <span key="built-in" className={classes.faint}>
                      built in
                    </span>
                  ) : (
                    <code key="url">{policy.baseUrl}</code>
                  ),
                ],
                ["Model", policy.model],
                [
                  "Checkpoint",
                  policy.checkpoint === "" ? (
                    <span key="unnamed" className={classes.faint}>
                      not named
                    </span>
                  ) : (
                    policy.checkpoint
                  ),
                ],
                [
                  "Decoding",
                  `temperature ${policy.decoding.temperature}, top-p ${policy.decoding.topP}, ${policy.decoding.maxTokens} tokens, up to ${policy.decoding.stepUpTo} where cut off`,
                ],
              ]
        }
      />
      <Group
        title="Tools and their schemas"
        facts={
          tools.length === 0
            ? [["Tools", none]]
            : tools.map((tool): Fact => [tool.name, <Hash key={tool.name} value={tool.schemaHash} />])
        }
      />
      <Group
        title="Limits and fallback"
        facts={[
          ["Rounds", `${limits.rounds}, nested ${limits.frames} deep`],
          [
            "First call, later calls",
            `${formatDuration(limits.firstCallTimeoutMs)}, ${formatDuration(limits.laterCallTimeoutMs)}`,
          ],
          ["Attempts of a call", `${limits.callAttempts}`],
          ["A tool", formatDuration(limits.toolTimeoutMs)],
          ["The whole trajectory", formatDuration(limits.trajectoryTimeoutMs)],
          ["Replies sent back by Stop hooks", `at most ${limits.stopBlocks}`],
          ["A custom module", `${limits.moduleCalls} host calls, ${formatDuration(limits.moduleTimeoutMs)}`],
          [
            "Fallback",
            fallback.use === "none"
              ? none
              : `${fallback.use}, ${fallback.prompt} prompt, ${formatDuration(fallback.timeoutMs)}${fallback.endpoint === "" ? "" : `, endpoint ${fallback.endpoint}`}`,
          ],
          [
            "Recovery",
            recovery.use === "none" ? none : `${recovery.use}, ${formatDuration(recovery.timeoutMs)}, on ${joined(recovery.on)}`,
          ],
        ]}
      />
      <Group
        title="Evaluation"
        facts={[
          ...evaluation.sets.map(
            ({ dataset, version, gate }): Fact => [
              `Set of the ${gateWords[gate].short} gate`,
              <span key={`${gate} ${dataset}`}>
                <Link href={setHref(dataset)}>{dataset}</Link> <Hash value={version} />
              </span>,
            ],
          ),
          ["Check programs", `version ${evaluation.checkVersion}`],
          [
            "Judge",
            evaluation.judge === null ? (
              none
            ) : (
              <span key="judge">
                {evaluation.judge.id} <Hash value={evaluation.judge.version} />
              </span>
            ),
          ],
        ]}
      />
      <Group
        title="Gates"
        facts={[
          ["Gate programs", `version ${gates.gateVersion}`],
          ["Thresholds", `version ${gates.settingsVersion}`],
          ...gates.results.map(
            ({ name, required, state }): Fact => [gateWords[name].label, `${state}${required ? "" : ", not required"}`],
          ),
          ["Overridden", gates.overridden.length === 0 ? none : joined(gates.overridden.map((gate) => gateWords[gate].short))],
        ]}
      />
      <Group
        title="Runs"
        facts={[
          [
            "Rests on",
            manifest.runs.length === 0 ? (
              none
            ) : (
              <ul key="runs" className={classes.list}>
                {manifest.runs.map((run) => (
                  <li key={run}>
                    <RunLink project={project} run={run} /> <code className={classes.faint}>{run}</code>
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
    </table>
  );
}
