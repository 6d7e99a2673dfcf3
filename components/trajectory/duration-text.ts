import { formatDuration } from "@/components/ui/format";

/** Milliseconds, where less than one is said so and never shown as zero: 0.4 → "< 1 ms". */
export const durationText = (ms: number | null): string => (ms !== null && ms > 0 && ms < 1 ? "< 1 ms" : formatDuration(ms));
