"use client";

import { Button, Progress } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { formatRemaining } from "@/components/runs/format";
import { Icon } from "@/components/ui/icon";
import type { Diagnosis } from "@/lib/contracts/evolution";
import { type PhaseMark, phaseText, secondsLeft, spentWords } from "./diagnosis-words";
import classes from "./review.module.css";

/** Seconds left of the phase at hand, from its pace since this page has seen it begin. */
function useSecondsLeft(progress: Diagnosis["progress"]): number | null {
  const mark = useRef<PhaseMark | null>(null);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (progress === null) return setLeft(null);
    if (mark.current?.phase !== progress.phase) mark.current = { phase: progress.phase, done: progress.done, at: Date.now() };
    setLeft(secondsLeft(mark.current, progress, Date.now()));
  }, [progress]);
  return left;
}

interface DiagnosisRunningProps {
  /** Null until the server has begun it. */
  diagnosis: Diagnosis | null;
  stopping: boolean;
  onStop: () => void;
}

/** A diagnosis while it is made: its phase, how far, how long still, what it has cost; and it can be stopped. */
export function DiagnosisRunning({ diagnosis, stopping, onStop }: DiagnosisRunningProps) {
  const running = diagnosis?.status === "running" ? diagnosis : null;
  const progress = running?.progress ?? null;
  const left = useSecondsLeft(progress);
  const spent = running ? spentWords(running.spent) : null;
  const known = progress !== null && progress.total > 0;
  const share = known ? (progress.done / progress.total) * 100 : 100;
  return (
    <section className={classes.running} aria-label="Diagnosis under way">
      <div className={classes.between}>
        <div role="status">
          <strong>{progress ? phaseText(progress) : "Reading the failures"}</strong>
          {left === null ? null : <span>, about {formatRemaining(left)} left of this phase</span>}
        </div>
        <Button variant="default" leftSection={<Icon name="stop" />} disabled={!running} loading={stopping} onClick={onStop}>
          Stop
        </Button>
      </div>
      <Progress
        value={share}
        animated={!known}
        size="sm"
        aria-label={known ? `${share.toFixed(0)} per cent of this phase` : "Diagnosing"}
      />
      <p className={classes.faint}>
        {spent ? `So far ${spent}. ` : ""}
        {running ? "It goes on if you leave." : ""}
      </p>
    </section>
  );
}
