import { z } from "zod";
import { api } from "./api";

/** What a person does with their own sessions; beside the contract, since cookies go with it. */
const Refused = z.object({ code: z.string(), message: z.string() });
const OwnSession = z.object({
  id: z.string(),
  startedAt: z.string(),
  usedAt: z.string(),
  address: z.string(),
  browser: z.string(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Refused with a message that is safe to show. */
export class SignInRefused extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = "SignInRefused";
  }
}

async function send(method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`/api/auth/${path}`, {
    method,
    ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const refused = Refused.safeParse(answer);
  throw refused.success
    ? new SignInRefused(refused.data.message, refused.data.code)
    : new SignInRefused(`The studio answered with ${response.status}.`, "INTERNAL_SERVER_ERROR");
}

export const signIn = (input: { email: string; password: string }) => send("POST", "sign-in/email", input);
export const signOut = () => send("POST", "sign-out");
export const changePassword = (input: { current: string; next: string }) => send("POST", "change-password", input);
export const endSession = (session: string) => send("POST", "revoke-session", { session });
export const endOtherSessions = () => send("POST", "revoke-other-sessions");

export const ownSessions = {
  queryKey: ["own-sessions"],
  queryFn: async (): Promise<OwnSession[]> => z.array(OwnSession).parse(await send("GET", "list-sessions")),
};

/** Chooses a password with the secret of a link, and signs in with it. */
export async function acceptInvitation(input: { token: string; password: string; name?: string; email?: string }): Promise<void> {
  const { email } = await api.people.accept(input);
  await signIn({ email, password: input.password });
}
