import { ReleaseChannel } from "@/lib/contracts/release-gate";

/** A channel at the beginning of a sentence or as a label. */
export const channelWords: Record<ReleaseChannel, string> = { production: "Production", canary: "Canary", staging: "Staging" };

export const channelChoices = ReleaseChannel.options.map((value) => ({ value, label: channelWords[value] }));

const Channel = ReleaseChannel.catch("production");

/** The channel that the address names; production where it names none. */
export const readChannel = (get: (key: string) => string | null): ReleaseChannel => Channel.parse(get("channel"));

/** The channel as the address keeps it: production is not written. */
export const channelParam = (channel: ReleaseChannel): string | null => (channel === "production" ? null : channel);

/** The query part of an address in a channel, with further keys: "?channel=canary&promote=choose"; "" where nothing is to be said. */
export function channelQuery(channel: ReleaseChannel, further: Record<string, string> = {}): string {
  const query = new URLSearchParams(channel === "production" ? further : { channel, ...further }).toString();
  return query === "" ? "" : `?${query}`;
}

/** "latency", "latency and regression", "latency, regression and capability". */
export const joined = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
