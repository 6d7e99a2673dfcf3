import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const pullRelease = (_context: Context, _input: unknown, _signal?: AbortSignal): never => notBuilt();
export const watchReleases = (_context: Context, _input: unknown, _signal?: AbortSignal): never => notBuilt();
