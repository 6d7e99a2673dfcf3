import "server-only";
import { z } from "zod";
import { deleteSessions, findPersonByEmail, listSessions, putPassword, readPassword } from "@/db/people-repository";
import { Password } from "@/lib/contracts/access";
import { AppError, badRequest, tooManyRequests } from "../app-error";
import { recordAudit } from "../context";
import type { Studio } from "../studio";
import { AttemptLimit } from "./attempt-limit";
import { forbidden, unauthorized } from "./authorise";
import type { ClientAddress } from "./client-address";
import type { Identity } from "./identify";
import { perStudio } from "./per-studio";
import { oneLine } from "./person-name";
import { signInMode } from "./sign-in-mode";

const MINUTE_MS = 60_000;
/** Attempts to sign in or to choose a password: by the address they come from, and by the account they are for. */
export const limitsOf = perStudio(() => ({
  address: new AttemptLimit(30, 10 * MINUTE_MS),
  account: new AttemptLimit(10, 15 * MINUTE_MS),
}));

const Credentials = z.object({ email: z.string().max(200), password: z.string().max(200) });
const PasswordChange = z.object({ current: z.string().max(200), next: Password });
const OneSession = z.object({ session: z.string().min(1).max(120) });

interface Asking {
  studio: Studio;
  identity: Identity;
  client: ClientAddress;
}

/** Counts an attempt against a limit; throws TOO_MANY_REQUESTS where it is used up. */
function takeAttempt(limit: AttemptLimit, key: string): void {
  const wait = limit.waitFor(key);
  if (wait > 0) throw tooManyRequests(`Too many attempts. Try again in ${Math.ceil(wait / 60)} minutes.`, wait);
  limit.count(key);
}

/** Invitations are guessed no faster than passwords. */
export const countAttemptFrom = (studio: Studio, { address }: ClientAddress) => takeAttempt(limitsOf(studio).address, address);

/** Answers /api/auth/…: what a person does with their own sessions and password; null where it is no such path. */
export async function answerAuth(request: Request, asking: Asking): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith("/api/auth/")) return null;
  const operation = `${request.method} ${pathname.slice("/api/auth".length)}`;
  if (signInMode() === "off") throw new AppError("NOT_FOUND", "Sign-in is off.");
  switch (operation) {
    case "POST /sign-in/email":
      return signIn(asking, await read(request, Credentials));
    case "POST /sign-out":
      return signOut(request, asking);
    case "POST /change-password":
      return changePassword(asking, await read(request, PasswordChange));
    case "GET /list-sessions":
      return sessionsOf(asking);
    case "POST /revoke-session":
      return endSessions(asking, { only: (await read(request, OneSession)).session });
    case "POST /revoke-other-sessions":
      return endSessions(asking, { but: signedIn(asking).session });
    default:
      throw new AppError("NOT_FOUND", "There is no such operation. /api lists them.");
  }
}

async function read<Value>(request: Request, schema: z.ZodType<Value>): Promise<Value> {
  const parsed = schema.safeParse(await request.json().catch(() => null));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not understood"}`);
}

/** Only somebody at a browser has sessions; a token has none. */
function signedIn({ identity }: Asking): { person: string; session: string } {
  const { principal, session } = identity;
  if (principal.kind === "nobody") throw unauthorized();
  if (principal.person === null || session === null) throw forbidden("A token has no sessions and no password.");
  return { person: principal.person, session };
}

const library = async ({ studio, client }: Pick<Asking, "studio" | "client">) => {
  const { plainSignIn, secureSignIn } = await import("./sign-in-library");
  return (client.https ? secureSignIn : plainSignIn)(studio);
};

/** The same answer for an e-mail that nobody has, a wrong password and somebody without access. */
async function signIn(asking: Asking, { email: given, password }: z.infer<typeof Credentials>): Promise<Response> {
  const { studio, client } = asking;
  const { address, account } = limitsOf(studio);
  const email = given.trim().toLowerCase();
  takeAttempt(address, client.address);
  takeAttempt(account, email);
  const { api } = await library(asking);
  const { SESSION_ADDRESS_HEADER } = await import("./sign-in-library");
  const answer = await api.signInEmail({
    body: { email: z.email().safeParse(email).success ? email : "nobody@studio.invalid", password },
    headers: new Headers({
      [SESSION_ADDRESS_HEADER]: client.address,
      "user-agent": oneLine(asking.client.userAgent, 200),
    }),
    asResponse: true,
  });
  const person = findPersonByEmail(studio.database, email);
  if (!answer.ok || !person) {
    if (answer.status >= 500) throw new Error(`The sign-in library answered ${answer.status}.`);
    recordAudit(
      studio.database,
      { actor: "nobody" },
      {
        action: "sign-in-failed",
        project: null,
        subject: "people",
        detail: { email: oneLine(email), address: client.address },
      },
    );
    throw new AppError("UNAUTHORIZED", "The e-mail or the password is wrong.");
  }
  account.clear(email);
  recordAudit(
    studio.database,
    { actor: person.name },
    {
      action: "signed-in",
      project: null,
      subject: `person:${person.id}`,
      detail: { address: client.address },
    },
  );
  return answered({ signedIn: true }, answer.headers.getSetCookie());
}

async function signOut(request: Request, asking: Asking): Promise<Response> {
  const { studio, identity } = asking;
  const { api } = await library(asking);
  const answer = await api.signOut({ headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }), asResponse: true });
  if (identity.session !== null && identity.principal.person !== null) {
    deleteSessions(studio.database, identity.principal.person, { only: identity.session });
    recordAudit(
      studio.database,
      { actor: identity.actor },
      {
        action: "signed-out",
        project: null,
        subject: `person:${identity.principal.person}`,
      },
    );
  }
  return answered({ signedIn: false }, answer.headers.getSetCookie());
}

/** Ends every other session of the person. */
async function changePassword(asking: Asking, { current, next }: z.infer<typeof PasswordChange>): Promise<Response> {
  const { person, session } = signedIn(asking);
  const { studio, identity, client } = asking;
  const { address, account } = limitsOf(studio);
  takeAttempt(address, client.address);
  takeAttempt(account, person);
  const { password } = await (await library(asking)).$context;
  const known = readPassword(studio.database, person);
  if (known === undefined || !(await password.verify({ hash: known, password: current }))) {
    throw badRequest("current: is not your password");
  }
  account.clear(person);
  const hash = await password.hash(next);
  studio.database.transaction((tx) => {
    // Somebody else may have set it meanwhile, with a link that an admin gave out.
    if (readPassword(tx, person) !== known) throw badRequest("current: is not your password any more");
    putPassword(tx, person, hash);
    const ended = deleteSessions(tx, person, { but: session });
    recordAudit(tx, identity, { action: "password-changed", project: null, subject: `person:${person}`, detail: { ended } });
  });
  return answered({ changed: true });
}

function sessionsOf(asking: Asking): Response {
  const { person, session } = signedIn(asking);
  const sessions = listSessions(asking.studio.database, person).map((one) => ({
    id: one.id,
    startedAt: one.createdAt.toISOString(),
    usedAt: one.updatedAt.toISOString(),
    address: one.ipAddress ?? "",
    browser: one.userAgent ?? "",
    current: one.id === session,
  }));
  return answered(sessions);
}

function endSessions(asking: Asking, which: { only?: string; but?: string }): Response {
  const { person } = signedIn(asking);
  const ended = asking.studio.database.transaction((tx) => {
    const count = deleteSessions(tx, person, which);
    if (count > 0) {
      recordAudit(tx, asking.identity, {
        action: "sessions-ended",
        project: null,
        subject: `person:${person}`,
        detail: { ended: count },
      });
    }
    return count;
  });
  return answered({ ended });
}

function answered(body: unknown, cookies: readonly string[] = []): Response {
  const response = Response.json(body, { headers: { "cache-control": "no-store" } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
