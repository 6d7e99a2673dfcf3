import "server-only";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import { findMember } from "@/db/people-repository";
import { account, session, user, verification } from "@/db/schema";
import { perStudio } from "./per-studio";
import { studioSecret } from "./studio-secret";

/** Address of the client for the list of sessions; the studio sets it on what it hands over. */
export const SESSION_ADDRESS_HEADER = "x-studio-session-address";
const DAY = 86_400;

/**
 * The sign-in library on the studio's own tables, of which the studio calls three things: sign in, sign out and change a
 * password. Its own routes, its rate limits and its checks of origins are not used: http.ts and request-guard.ts stand in
 * front of both. `secure`: cookies go over https alone.
 */
const make = (secure: boolean) =>
  perStudio((studio) =>
    betterAuth({
      appName: "Harness Evolution Studio",
      // Never an address that is asked: what is called is called in process.
      baseURL: `${secure ? "https" : "http"}://studio.invalid`,
      secret: studioSecret(studio.dataFolder),
      database: drizzleAdapter(studio.database, { provider: "sqlite", schema: { user, session, account, verification } }),
      emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 12, maxPasswordLength: 128 },
      session: { expiresIn: 7 * DAY, updateAge: DAY / 2 },
      databaseHooks: {
        session: {
          create: {
            // Refused after the password was looked at, so that it takes as long as with a wrong one.
            before: async ({ userId }) => {
              if (findMember(studio.database, userId)?.disabled ?? true) return false;
            },
          },
        },
      },
      rateLimit: { enabled: false },
      telemetry: { enabled: false },
      logger: { disabled: true },
      advanced: {
        cookiePrefix: "studio",
        useSecureCookies: secure,
        ipAddress: { ipAddressHeaders: [SESSION_ADDRESS_HEADER] },
        defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      },
    }),
  );

export const plainSignIn = make(false);
export const secureSignIn = make(true);
