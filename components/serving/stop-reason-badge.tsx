import type { IconName } from "@/components/ui/icon";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { StopReason } from "@/lib/contracts/trajectory";

const looks: Partial<Record<StopReason, { tone: Tone; icon: IconName }>> = {
  replied: { tone: "good", icon: "check" },
  recovered: { tone: "warn", icon: "rollback" },
  suppressed: { tone: "warn", icon: "close" },
  aborted: { tone: "neutral", icon: "stop" },
};

/** Why a task ended, in word, icon and colour. */
export function StopReasonBadge({ reason }: { reason: StopReason }) {
  const { tone, icon } = looks[reason] ?? { tone: "bad", icon: "error" };
  return <StatusBadge status={reason} tone={tone} icon={icon} />;
}
