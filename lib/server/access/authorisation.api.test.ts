import { isContractProcedure } from "@orpc/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { projects } from "@/db/schema";
import type { Scope } from "@/lib/contracts/access";
import { contract } from "@/lib/contracts/api";
import { addPerson, addToken, ask, type Credentials, signInAs, turnSignInOn } from "@/lib/testing/sign-in-studio";
import { openTestStudio, type TestStudio } from "@/lib/testing/test-studio";

/** Whose the operation is: of whoever is signed in, of one project, of any member of one, or of the whole studio. */
type Reach = "public" | "signed in" | "project" | "member" | "studio";
type Rule = readonly [least: "nobody" | "viewer" | "developer" | "releaser" | "admin", scope: Scope, reach: Reach];

const PUBLIC: Rule = ["nobody", "read", "public"];
const SIGNED_IN: Rule = ["viewer", "read", "signed in"];
const READ: Rule = ["viewer", "read", "project"];
const WRITE: Rule = ["developer", "develop", "project"];
const MOVE: Rule = ["releaser", "release", "project"];
const OWN: Rule = ["admin", "admin", "project"];
const PULL: Rule = ["viewer", "serve", "project"];
const SERVE: Rule = ["developer", "serve", "project"];
const MEMBER: Rule = ["viewer", "read", "member"];
const DRAFT: Rule = ["developer", "develop", "member"];
const STUDIO: Rule = ["admin", "admin", "studio"];
/** One's own: any member, and of tokens only those that may manage people. */
const SELF: Rule = ["viewer", "admin", "member"];

/** What every operation demands, said once. An operation that is not here fails the test. */
const TABLE: Record<string, Rule> = {
  "projects.list": MEMBER,
  "projects.create": STUDIO,
  "projects.remove": OWN,
  "projects.overview": READ,
  "projects.faq": READ,
  "projects.saveFaq": WRITE,
  "versions.list": READ,
  "versions.get": READ,
  "versions.bundle": READ,
  "versions.blame": READ,
  "versions.import": WRITE,
  "versions.save": WRITE,
  "versions.check": DRAFT,
  "versions.compare": READ,
  "versions.drift": WRITE,
  "datasets.list": READ,
  "datasets.import": WRITE,
  "datasets.preview": DRAFT,
  "datasets.get": READ,
  "datasets.remove": WRITE,
  "datasets.looks": READ,
  "datasets.overlaps": READ,
  "datasets.cases": READ,
  "datasets.case": READ,
  "endpoints.list": MEMBER,
  "endpoints.save": STUDIO,
  "endpoints.remove": STUDIO,
  "endpoints.test": STUDIO,
  "toolServices.list": MEMBER,
  "toolServices.save": STUDIO,
  "toolServices.remove": STUDIO,
  "toolServices.discover": STUDIO,
  "runs.list": READ,
  "runs.start": WRITE,
  "runs.preview": WRITE,
  "runs.again": WRITE,
  "runs.get": READ,
  "runs.remove": WRITE,
  "runs.results": READ,
  "runs.place": READ,
  "runs.result": READ,
  "runs.replay": WRITE,
  "runs.trajectories": READ,
  "runs.vote": READ,
  "runs.judging": READ,
  "runs.rejudge": WRITE,
  "runs.pause": WRITE,
  "runs.resume": WRITE,
  "runs.cancel": WRITE,
  "runs.progress": READ,
  "runs.compare": READ,
  "runs.compareMany": READ,
  "runs.noise": WRITE,
  "judges.list": READ,
  "judges.save": WRITE,
  "judges.calibrations": READ,
  "judges.calibrate": WRITE,
  "campaigns.list": READ,
  "campaigns.create": WRITE,
  "campaigns.get": READ,
  "campaigns.chart": READ,
  "campaigns.graph": READ,
  "campaigns.select": WRITE,
  "campaigns.noise": WRITE,
  "autopilots.list": READ,
  "autopilots.start": WRITE,
  "autopilots.get": READ,
  "autopilots.stop": WRITE,
  "stages.create": WRITE,
  "stages.get": READ,
  "stages.diagnose": WRITE,
  "stages.stopDiagnosis": WRITE,
  "stages.events": READ,
  "stages.editClusters": WRITE,
  "stages.propose": WRITE,
  "stages.retryEntry": WRITE,
  "stages.checkDraft": WRITE,
  "stages.tryEntry": WRITE,
  "stages.stopTrial": WRITE,
  "stages.credit": WRITE,
  "stages.stopCredit": WRITE,
  "stages.without": WRITE,
  "stages.decideEntry": WRITE,
  "stages.apply": WRITE,
  "stages.evaluate": WRITE,
  "stages.comparison": READ,
  "stages.decide": WRITE,
  "releases.list": READ,
  "releases.get": READ,
  "releases.promote": MOVE,
  "releases.rollback": MOVE,
  "releases.requests": READ,
  "releases.request": MOVE,
  "releases.decideRequest": MOVE,
  "releases.pull": PULL,
  "releases.watch": PULL,
  "gates.report": READ,
  "gates.measure": WRITE,
  "gates.settings": READ,
  "gates.saveSettings": OWN,
  "traffic.list": READ,
  "traffic.start": MOVE,
  "traffic.end": MOVE,
  "traffic.get": READ,
  "traffic.assign": PULL,
  "traffic.importOutcomes": WRITE,
  "webhooks.list": OWN,
  "webhooks.save": OWN,
  "webhooks.remove": OWN,
  "webhooks.test": OWN,
  "webhooks.deliveries": OWN,
  "webhooks.redeliver": OWN,
  "serving.respond": SERVE,
  "serving.stream": SERVE,
  "serving.list": READ,
  "serving.get": READ,
  "session.get": PUBLIC,
  "people.list": STUDIO,
  "people.invite": STUDIO,
  "people.change": STUDIO,
  "people.reinvite": STUDIO,
  "people.accept": PUBLIC,
  "tokens.list": SELF,
  "tokens.create": SELF,
  "tokens.revoke": SELF,
  "audit.list": READ,
  "audit.verify": STUDIO,
  "storage.state": MEMBER,
  "storage.removed": STUDIO,
  "storage.restore": STUDIO,
  "system.health": PUBLIC,
  // Not of the contract, and under the same rules.
  "audit.list of all projects": ["admin", "read", "studio"],
  "export of a run": READ,
  "reference page": SIGNED_IN,
  "OpenAPI document": SIGNED_IN,
};

interface Operation {
  method: string;
  path: string;
  /** Where the project is named that is not in the path. */
  named?: "body" | "query";
}

const NAMED: Record<string, "body" | "query"> = {
  "serving.respond": "body",
  "serving.stream": "body",
  "releases.pull": "query",
  "releases.watch": "query",
  "audit.list": "query",
};

function operations(): Record<string, Operation> {
  const found: Record<string, Operation> = {
    "audit.list of all projects": { method: "GET", path: "/audit" },
    "export of a run": { method: "GET", path: "/projects/{project}/runs/none/export" },
    "reference page": { method: "GET", path: "" },
    "OpenAPI document": { method: "GET", path: "/spec.json" },
  };
  const walk = (node: object, trail: readonly string[]) => {
    for (const [name, inner] of Object.entries(node)) {
      const place = [...trail, name];
      if (!isContractProcedure(inner)) walk(inner, place);
      else {
        const { method = "POST", path = "/" } = inner["~orpc"].route;
        const named = NAMED[place.join(".")];
        found[place.join(".")] = { method, path, ...(named && { named }) };
      }
    }
  };
  walk(contract, []);
  return found;
}

const RANK = ["nobody", "viewer", "developer", "releaser", "admin"] as const;
type Rank = (typeof RANK)[number];
const PROJECTS = ["own", "other"] as const;

/** Somebody of the role, in `own` or everywhere; a token of theirs where scopes are named. */
interface Asker {
  name: string;
  role: Rank;
  on: "own" | "*";
  scopes?: readonly Scope[];
  /** A token that is good for `own` alone, whatever its person may do elsewhere. */
  bound?: boolean;
}
const ALL: readonly Scope[] = ["read", "develop", "release", "serve", "admin"];
const ASKERS: readonly Asker[] = [
  { name: "nobody", role: "nobody", on: "own" },
  { name: "a viewer", role: "viewer", on: "own" },
  { name: "a developer", role: "developer", on: "own" },
  { name: "a releaser", role: "releaser", on: "own" },
  { name: "an admin of the project", role: "admin", on: "own" },
  { name: "an admin of the studio", role: "admin", on: "*" },
  ...ALL.map((scope) => ({ name: `a token to ${scope}`, role: "admin" as const, on: "*" as const, scopes: [scope] })),
  { name: "a viewer's token for everything", role: "viewer", on: "own", scopes: ALL },
  { name: "an admin's token for one project", role: "admin", on: "*", scopes: ALL, bound: true },
];

type Verdict = "through" | "sign in" | "hidden" | "forbidden";

function expected([least, scope, reach]: Rule, asker: Asker, project: string): Verdict {
  if (reach === "public") return "through";
  if (asker.role === "nobody") return "sign in";
  if (reach === "signed in") return "through";
  const everywhere = asker.on === "*" && !asker.bound;
  if (reach === "project" && project === "other" && !everywhere) return "hidden";
  const managing = asker.scopes !== undefined && scope === "admin";
  const wholeStudio = reach === "studio" || (reach === "member" && managing);
  if (wholeStudio && !(asker.role === "admin" && everywhere)) return "forbidden";
  if (RANK.indexOf(asker.role) < RANK.indexOf(managing ? "admin" : least)) return "forbidden";
  return asker.scopes && !asker.scopes.includes(scope) ? "forbidden" : "through";
}

let studio: TestStudio;
const credentials = new Map<string, Credentials>();

beforeAll(async () => {
  turnSignInOn();
  studio = openTestStudio();
  for (const id of PROJECTS)
    await studio.studio.database.insert(projects).values({ id, name: id, description: "", createdAt: "" });
  const people = new Map<string, { id: string; cookie: string }>();
  const personOf = async ({ role, on }: Asker) => {
    if (role === "nobody") return undefined;
    const name = `${role} of ${on === "*" ? "all" : on}`;
    const known = people.get(name);
    if (known) return known;
    const { id, email } = await addPerson(studio, name, [{ project: on, role }]);
    const person = { id, ...(await signInAs(studio, email)) };
    people.set(name, person);
    return person;
  };
  for (const asker of ASKERS) {
    const person = await personOf(asker);
    if (!person) credentials.set(asker.name, {});
    else if (!asker.scopes) credentials.set(asker.name, { cookie: person.cookie });
    else {
      const token = await addToken(studio, person.id, [...asker.scopes], asker.bound ? "own" : null);
      credentials.set(asker.name, token.credentials);
    }
  }
  // What is let through must change nothing for those who ask after it: it fails at its first write.
  studio.studio.database.$client.pragma("query_only = on");
});
afterAll(async () => {
  studio.studio.database.$client.pragma("query_only = off");
  vi.unstubAllEnvs();
  await studio.close();
});

async function verdictOf({ method, path, named }: Operation, asker: Asker, project: string): Promise<Verdict> {
  const filled = path
    .replace("{project}", project)
    .replace("{channel}", "production")
    .replaceAll(/\{\w+\}/g, "none");
  const query = named === "query" ? `?project=${project}` : "";
  const body = method === "GET" ? undefined : named === "body" ? { project } : {};
  const response = await ask(studio, credentials.get(asker.name) ?? {}, method, `${filled}${query}`, body);
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return "through";
  }
  if (response.status === 401) return "sign in";
  if (response.status === 403) return "forbidden";
  if (response.status !== 404) {
    await response.body?.cancel();
    return "through";
  }
  // A use case that misses a run says so of the run; only the access check misses a project that is there.
  const { data } = await response.json();
  return data?.what === "project" ? "hidden" : "through";
}

const everything = operations();
const size = Object.keys(everything).length;

test("every operation has its row, and every row its operation", () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(everything).sort());
});

test(`${size} operations × ${ASKERS.length} kinds of askers × ${PROJECTS.length} projects: ${size * ASKERS.length * PROJECTS.length} cells are as the table says`, async () => {
  const wrong: string[] = [];
  for (const [name, operation] of Object.entries(everything)) {
    const rule = TABLE[name];
    if (!rule) continue;
    // The document takes long to make, and whether somebody is signed in has two answers.
    for (const asker of rule[2] === "signed in" ? ASKERS.slice(0, 2) : ASKERS) {
      // What belongs to no project has one answer for both.
      const about = rule[2] === "project" ? PROJECTS : (["own"] as const);
      for (const project of about) {
        const [found, wanted] = [await verdictOf(operation, asker, project), expected(rule, asker, project)];
        if (found !== wanted) wrong.push(`${name}, ${asker.name}, ${project}: ${found} instead of ${wanted}`);
      }
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);
