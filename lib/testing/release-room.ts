import { GateSettings } from "@/lib/contracts/release-gate";
import { type Answer, openTestStudio, SMALL_BUNDLE, type TestStudio } from "./test-studio";

/** A project with two versions and an endpoint, in which releases are made. */
export interface ReleaseRoom extends TestStudio {
  first: string;
  second: string;
  post(path: string, body: object, actor?: string): Promise<Answer>;
  /** Imports a version; answers its hash. */
  version(more: Record<string, string>): Promise<string>;
  /** Sets the thresholds, or what of them is given. */
  settings(change: object): Promise<void>;
  /** What a channel serves, newest first. */
  releases(channel?: string): Promise<Answer["body"][]>;
  /** Promotes over whatever is in the channel; no gate is demanded unless the settings were changed. */
  promote(move: object, actor?: string): Promise<Answer>;
}

/** Opens a room whose project demands no gate. */
export async function openReleaseRoom(): Promise<ReleaseRoom> {
  const studio = openTestStudio();
  const post = (path: string, body: object, actor?: string) => studio.call("POST", `/projects/p${path}`, body, actor);
  const version = async (more: Record<string, string>): Promise<string> =>
    (await post("/versions/import", { files: { ...SMALL_BUNDLE, ...more } })).body.version.hash;
  const releases = async (channel = "production") => (await studio.call("GET", `/projects/p/releases?channel=${channel}`)).body;
  const settings = async (change: object) => {
    const [now] = (await studio.call("GET", "/projects/p/gates/settings")).body;
    const body = { settings: GateSettings.parse({ ...now.settings, ...change }), reason: "r", expectedVersion: now.version };
    const { status, body: answer } = await studio.call("PUT", "/projects/p/gates/settings", body);
    if (status !== 200) throw new Error(answer.message);
  };
  await studio.call("POST", "/projects", { id: "p", name: "P" });
  await studio.call("PUT", "/endpoints/local", { id: "local", name: "Local", baseUrl: "http://127.0.0.1:9/v1", model: "m" });
  await settings({ required: { production: [], canary: [], staging: [] } });
  return {
    ...studio,
    ...{ first: await version({}), second: await version({ "prompt/02-more.md": "More.\n" }) },
    ...{ post, version, settings, releases },
    promote: async (move, actor) => {
      const channel = "channel" in move && typeof move.channel === "string" ? move.channel : "production";
      const expectedRelease = (await releases(channel))[0]?.id ?? null;
      return post("/releases/promote", { reason: "better", expectedRelease, ...move }, actor);
    },
  };
}
