import { z } from "zod";

/** SHA-256 in lower-case hexadecimal, 64 characters. */
export const ContentHash = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hexadecimal");
export type ContentHash = z.infer<typeof ContentHash>;

/** A whole version hash or a prefix of at least eight characters of one. */
export const VersionRef = z.string().regex(/^[0-9a-f]{8,64}$/, "must be a version hash or at least its first eight characters");
export type VersionRef = z.infer<typeof VersionRef>;

/** Lower-case letters, digits and hyphens; 1–64 characters; no hyphen at an end and no two in a row. */
export const Slug = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "use lower-case letters, digits and single hyphens");
export type Slug = z.infer<typeof Slug>;

/** A moment in ISO 8601, UTC, with milliseconds. */
export const Timestamp = z.iso.datetime();
export type Timestamp = z.infer<typeof Timestamp>;

/** Any JSON value. */
export const Json: z.ZodType<JsonValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)]),
);
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;
