import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const currentSession = (_context: Context): never => notBuilt();
