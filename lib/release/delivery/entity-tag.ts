import type { Release } from "@/lib/contracts/release";

/** The entity tag of what a channel serves: of its manifest, or of the release itself where it has none. */
export const entityTag = ({ manifestHash, id }: Pick<Release, "manifestHash" | "id">): string => `"${manifestHash ?? id}"`;

/** Whether a header If-None-Match names this tag (RFC 9110: a list, compared weakly, or `*` for any). */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? "").split(",").some((one) => ["*", tag].includes(one.trim().replace(/^W\//, "")));
