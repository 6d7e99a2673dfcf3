import type { GateName } from "@/lib/contracts/release-gate";
import { doNotPass } from "./gate-words";

/** What an override still lacks, in words; null where nothing does, or where it is not wanted. */
export function overrideLacks(gates: readonly GateName[], value: string | null, name: string): string | null {
  if (gates.length === 0) return null;
  if (value === null) return `Not promoted while ${doNotPass(gates)}.`;
  if (name === "") return "An override needs your name.";
  return value.trim() === "" ? "Say why the gates are overridden." : null;
}
