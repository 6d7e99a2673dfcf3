"use client";
import { Drawer } from "@mantine/core";
import { formatMoment } from "@/components/ui/format";
import { Hash } from "@/components/ui/hash";
import { ReturnFocus } from "@/components/ui/return-focus";
import type { AuditEvent } from "@/lib/contracts/release";
import classes from "./settings.module.css";

/** All that is recorded of one event, as text. */
export function AuditDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} position="right" title={`Event ${event.id}`}>
      <ReturnFocus />
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>{formatMoment(event.at)}</dd>
        <dt>Who</dt>
        <dd>{event.actor}</dd>
        <dt>What</dt>
        <dd>{event.action}</dd>
        <dt>Project</dt>
        <dd>{event.project ?? "–"}</dd>
        <dt>On</dt>
        <dd>{event.subject}</dd>
        <dt>Hash</dt>
        <dd>{event.hash === "" ? "none" : <Hash value={event.hash} />}</dd>
      </dl>
      <pre className={classes.detail}>{JSON.stringify(event.detail, null, 2)}</pre>
    </Drawer>
  );
}
