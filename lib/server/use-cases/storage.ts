import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const storageState = (_context: Context): never => notBuilt();
export const removedItems = (_context: Context): never => notBuilt();
export const restoreRemoved = (_context: Context, _input: unknown): never => notBuilt();
