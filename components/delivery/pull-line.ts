import type { ReleaseChannel } from "@/lib/contracts/release-gate";

/** A shell command that writes what a channel serves into a file, only where it changed, and waits up to a minute for that. */
export function pullLine(origin: string, project: string, channel: ReleaseChannel): string {
  return [
    `curl -fsS --etag-compare ${channel}.etag --etag-save ${channel}.etag -o ${channel}.json \\`,
    '  -H "Authorization: Bearer $STUDIO_TOKEN" \\',
    `  "${origin}/api/releases/${channel}?project=${encodeURIComponent(project)}&wait=60"`,
  ].join("\n");
}
