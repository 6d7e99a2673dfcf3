import { hash } from "node:crypto";
import type { ArmName, Experiment } from "@/lib/contracts/traffic";

/** Hexadecimal digits of 52 bits, the most that a number holds exactly as a fraction of 1. */
const DIGITS = 13;
const BUCKETS = 2 ** 52;

/** A user's place from 0 to below 1: the first 52 bits of SHA-256(salt ":" user). It depends on nothing else. */
export const bucketOf = (salt: string, user: string): number =>
  Number.parseInt(hash("sha256", `${salt}:${user}`).slice(0, DIGITS), 16) / BUCKETS;

/** The arm of a bucket (TaoLive report, section 6.4): below the control's share control, else treatment. */
export const armOf = ({ arms }: Pick<Experiment, "arms">, bucket: number): ArmName =>
  bucket < arms[0].share ? "control" : "treatment";
