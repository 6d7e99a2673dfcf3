import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Release, ReleaseDetail } from "@/lib/contracts/release";
import { joined } from "./channel-words";
import { gateWords } from "./gate-words";
import classes from "./releases.module.css";

/** Stays on every release that was promoted although gates did not pass. */
export function OverrideMark({ release }: { release: Pick<Release, "override"> }) {
  const { override } = release;
  if (override === null) return null;
  const gates = joined(override.gates.map((gate) => gateWords[gate].short));
  return (
    <span className={classes.overridden} title={`${override.by} overrode ${gates}: ${override.reason}`}>
      <Icon name="warning" size={11} /> overridden
    </span>
  );
}

/** Which gates were overridden, by whom and why. */
export function OverrideBanner({ release }: { release: Pick<Release, "override" | "createdAt"> }) {
  const { override } = release;
  if (override === null) return null;
  return (
    <div className={classes.banner} role="note">
      <h2>
        <Icon name="warning" /> Promoted although {joined(override.gates.map((gate) => gateWords[gate].short))} did not pass
      </h2>
      <p>
        {override.by}, <RelativeTime at={release.createdAt} />: {override.reason}
      </p>
    </div>
  );
}

const verified = {
  verified: { tone: "good", icon: "check", word: "verified", says: "What is served is what the manifest says." },
  broken: { tone: "bad", icon: "error", word: "does not verify", says: "What would be served is not what the manifest says." },
  none: { tone: "neutral", icon: "dot", word: "no manifest", says: "Released before releases had manifests." },
} as const;

/** Whether what is served is what the manifest says. */
export function VerificationMark({ verification }: { verification: ReleaseDetail["verification"] }) {
  const look = verified[verification.state];
  return (
    <span title={[look.says, ...verification.problems].join("\n")}>
      <StatusBadge status={verification.state} tone={look.tone} icon={look.icon}>
        {look.word}
      </StatusBadge>
    </span>
  );
}

export function SignedMark({ signed }: { signed: boolean }) {
  return (
    <span
      title={signed ? "The manifest's hash is signed with the project's key." : "The project has no key, so nothing is signed."}
    >
      <StatusBadge status="signed" tone={signed ? "good" : "neutral"} icon={signed ? "check" : "dot"}>
        {signed ? "signed" : "not signed"}
      </StatusBadge>
    </span>
  );
}
