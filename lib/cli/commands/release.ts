import type { Command } from "commander";
import type { ReleaseDetail } from "@/lib/contracts/release";
import { type CommonOptions, withCommonOptions, withStudio } from "../connection";
import { EXIT } from "../exit";
import { print } from "../output";
import { formatTable } from "../table";
import { moveText } from "./promote";

interface ReleaseOptions extends CommonOptions {
  project: string;
}

interface DecideOptions extends ReleaseOptions {
  note: string;
}

function verificationText({ verification }: ReleaseDetail): string {
  if (verification.state === "none") return "It was made before manifests: there is nothing to verify.";
  if (verification.state === "verified") return "It verifies: what is served is what the manifest says.";
  return ["It does not verify and is not served.", ...verification.problems.map((problem) => `  ${problem}`)].join("\n");
}

function manifestText({ manifest: signed }: ReleaseDetail): string {
  if (!signed) return "It has no manifest.";
  const { manifest, hash, signature } = signed;
  const { harness, policy, tools, evaluation, gates } = manifest;
  const rows: string[][] = [
    ["manifest", hash],
    ["signature", signature ?? "not signed"],
    ["harness", `${harness.name} ${harness.hash} (${harness.files} files)`],
    ["policy", policy ? [policy.endpoint, policy.baseUrl, policy.model, policy.checkpoint].filter(Boolean).join(" ") : "none"],
    ["decoding", policy ? JSON.stringify(policy.decoding) : "–"],
    ...tools.map(({ name, schemaHash }) => [`tool ${name}`, schemaHash]),
    ...evaluation.sets.map(({ dataset, version, gate }) => [`${gate} set`, `${dataset} ${version}`]),
    ["checks", evaluation.checkVersion],
    ["judge", evaluation.judge ? `${evaluation.judge.id} ${evaluation.judge.version}` : "none"],
    ["gates", gates.gateVersion === "" ? "not asked" : `${gates.gateVersion}, thresholds version ${gates.settingsVersion}`],
    ...gates.results.map(({ name, required, state }) => [
      `gate ${name}`,
      `${state}${required ? "" : " (not required)"}${gates.overridden.includes(name) ? ", overridden" : ""}`,
    ]),
    ["runs", manifest.runs.join(" ") || "none"],
    ["previous", manifest.previous ?? "none"],
  ];
  return formatTable(["what", "is"], rows);
}

function detailText(detail: ReleaseDetail): string {
  const { release } = detail;
  const lines = [
    moveText(release),
    `${release.kind === "promote" ? "Promoted" : `Rolled back to ${release.restored}`} by ${release.actor}${release.requestedBy ? `, asked for by ${release.requestedBy}` : ""}: ${release.reason}`,
    ...(release.override ? [`Overridden by ${release.override.by}: ${release.override.reason}`] : []),
    ...release.evidence.map((one) => `Evidence: ${JSON.stringify(one)}`),
  ];
  return [lines.join("\n"), manifestText(detail), verificationText(detail)].join("\n\n");
}

const detailOf = (id: string, options: ReleaseOptions) =>
  withStudio(options, (client) => client.releases.get({ project: options.project, release: id }));

async function show(id: string, options: ReleaseOptions): Promise<void> {
  const detail = await detailOf(id, options);
  print(options, detail, detailText(detail));
}

async function verify(id: string, options: ReleaseOptions): Promise<void> {
  const detail = await detailOf(id, options);
  print(options, detail.verification, verificationText(detail));
  if (detail.verification.state === "broken") process.exitCode = EXIT.negative;
}

async function key({ json = false }: { json?: boolean }): Promise<void> {
  const { newKeyPair } = await import("@/lib/server/release/signing");
  const pair = newKeyPair();
  const text = `Put the private key into an environment variable of the studio's process, such as STUDIO_RELEASE_KEY; line breaks
may be written as \\n. It is shown this once and stored nowhere:

${pair.privateKey}

Put the public key into the project's gate settings, under Signing, with the name of the variable:

${pair.publicKey}`;
  print({ json }, pair, text);
}

async function requests({ project, ...options }: ReleaseOptions): Promise<void> {
  const all = await withStudio(options, (client) => client.releases.requests({ project }));
  const rows = all.map((one) => [
    one.id,
    one.state,
    one.promotion.channel,
    one.versionName,
    one.requestedBy,
    one.promotion.reason,
  ]);
  const text =
    all.length === 0
      ? "Nobody has asked for a promotion."
      : formatTable(["request", "state", "channel", "version", "by", "reason"], rows);
  print(options, all, text);
}

const decide =
  (action: "approve" | "refuse" | "withdraw") =>
  async (request: string, { project, note, ...options }: DecideOptions): Promise<void> => {
    const made = await withStudio(options, (client) => client.releases.decideRequest({ project, request, action, note }));
    const release = made.release === null ? "" : `: release ${made.release}`;
    print(options, made, `Request ${made.id} is ${made.state}${release}`);
  };

export function registerRelease(program: Command): void {
  const group = program.command("release").description("one release: what it binds, and whether that is what is served");
  const ofProject = (command: Command) => withCommonOptions(command.requiredOption("--project <id>", "project"));
  ofProject(
    group.command("show").argument("<id>", "release").description("show its manifest, its gates and its verification"),
  ).action(show);
  ofProject(
    group.command("verify").argument("<id>", "release").description("verify it anew; exits with 1 where it is broken"),
  ).action(verify);
  group
    .command("key")
    .description("print a fresh Ed25519 pair to sign manifests with; nothing of it is stored")
    .option("--json", "print JSON and nothing else")
    .action(key);
  ofProject(
    group.command("requests").description("list the promotions that wait for a second person, and those that did"),
  ).action(requests);
  const words = {
    approve: "let another's promotion through",
    refuse: "refuse another's promotion",
    withdraw: "withdraw a promotion that you asked for",
  } as const;
  for (const action of ["approve", "refuse", "withdraw"] as const)
    ofProject(
      group
        .command(action)
        .argument("<request>", "request")
        .description(words[action])
        .option("--note <text>", "what there is to say about it", ""),
    ).action(decide(action));
}
