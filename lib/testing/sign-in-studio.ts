import { vi } from "vitest";
import type { Membership, Scope } from "@/lib/contracts/access";
import { createCaller } from "@/lib/server/caller";
import { handleApi } from "@/lib/server/http";
import type { Answer, TestStudio } from "./test-studio";

export const TEST_PASSWORD = "correct horse battery";
const ORIGIN = "http://127.0.0.1:3000";

/** Turns sign-in on for a test; `vi.unstubAllEnvs` turns it off again. */
export const turnSignInOn = () => vi.stubEnv("STUDIO_AUTH", "on");

/** How a request says who it is: a cookie, a token, or nothing. */
export type Credentials = { cookie?: string; authorization?: string } & Record<string, string>;

/** A request to the API as a browser or a script sends it, through the HTTP handler. */
export async function ask(
  { studio }: TestStudio,
  credentials: Credentials,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = {
    ...(credentials.authorization === undefined && { origin: ORIGIN }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...credentials,
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return handleApi(new Request(`${ORIGIN}/api${path}`, { method, headers, ...sent }), studio);
}

/** The same with the answer read. */
export async function askFor(...asked: Parameters<typeof ask>): Promise<Answer> {
  const response = await ask(...asked);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

/** Signs in, and answers the cookie. */
export async function signInAs(studio: TestStudio, email: string, password = TEST_PASSWORD): Promise<{ cookie: string }> {
  const response = await ask(studio, {}, "POST", "/auth/sign-in/email", { email, password });
  if (!response.ok) throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  return {
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}

/** Somebody who is invited by the operator and has chosen `TEST_PASSWORD`; answers their id and the e-mail. */
export async function addPerson(
  studio: TestStudio,
  name: string,
  memberships: Membership[],
): Promise<{ id: string; email: string }> {
  const operator = createCaller(studio.studio, "ada");
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const { person, invitation } = await operator.people.invite({ name, email, memberships });
  await operator.people.accept({ token: invitation.path.split("#")[1] ?? "", password: TEST_PASSWORD });
  return { id: person.id, email };
}

/** A token of somebody, as the header that sends it. */
export async function addToken(
  studio: TestStudio,
  person: string,
  scopes: Scope[],
  project: string | null = null,
): Promise<{ id: string; credentials: { authorization: string } }> {
  const { token, secret } = await createCaller(studio.studio, "ada").tokens.create({ name: "script", scopes, person, project });
  return { id: token.id, credentials: { authorization: `Bearer ${secret}` } };
}
