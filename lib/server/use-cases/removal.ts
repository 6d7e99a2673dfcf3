import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const removeProject = (_context: Context, _input: unknown): never => notBuilt();
export const removeDataset = (_context: Context, _input: unknown): never => notBuilt();
export const removeRun = (_context: Context, _input: unknown): never => notBuilt();
