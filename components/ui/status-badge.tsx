import { Icon, type IconName } from "./icon";
import classes from "./status-badge.module.css";

export type Tone = "neutral" | "active" | "good" | "warn" | "bad";

const known: Record<string, { tone: Tone; icon: IconName; text?: string }> = {
  queued: { tone: "neutral", icon: "dot" },
  running: { tone: "active", icon: "play" },
  paused: { tone: "warn", icon: "pause" },
  cancelled: { tone: "neutral", icon: "close" },
  completed: { tone: "good", icon: "check" },
  failed: { tone: "bad", icon: "error" },
  scored: { tone: "good", icon: "check" },
  unscored: { tone: "warn", icon: "warning" },
  passed: { tone: "good", icon: "check" },
  skipped: { tone: "neutral", icon: "dot" },
  proposed: { tone: "neutral", icon: "dot" },
  accepted: { tone: "good", icon: "check" },
  edited: { tone: "active", icon: "edit" },
  rejected: { tone: "neutral", icon: "close" },
  invalid: { tone: "bad", icon: "error" },
  production: { tone: "good", icon: "check" },
  active: { tone: "active", icon: "play" },
  stopped: { tone: "neutral", icon: "stop" },
  promote: { tone: "good", icon: "arrowUp", text: "promoted" },
  rollback: { tone: "warn", icon: "rollback", text: "rolled back" },
  error: { tone: "bad", icon: "error" },
  warning: { tone: "warn", icon: "warning" },
  info: { tone: "neutral", icon: "info" },
};

interface StatusBadgeProps {
  /** A status of the contract (run, entry, check, release, severity …) or any other word. */
  status: string;
  tone?: Tone;
  icon?: IconName;
  /** Words to show instead of the status itself. */
  children?: React.ReactNode;
}

/** A status in word, icon and colour. */
export function StatusBadge({ status, tone, icon, children }: StatusBadgeProps) {
  const look = known[status] ?? { tone: "neutral", icon: "dot" };
  return (
    <span className={classes.badge} data-tone={tone ?? look.tone}>
      <Icon name={icon ?? look.icon} size={12} />
      {children ?? look.text ?? status}
    </span>
  );
}
