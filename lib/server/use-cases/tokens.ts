import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allTokens = (_context: Context): never => notBuilt();
export const createToken = (_context: Context, _input: unknown): never => notBuilt();
export const revokeToken = (_context: Context, _input: unknown): never => notBuilt();
