import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allExperiments = (_context: Context, _input: unknown): never => notBuilt();
export const startExperiment = (_context: Context, _input: unknown): never => notBuilt();
export const endExperiment = (_context: Context, _input: unknown): never => notBuilt();
export const experimentDetail = (_context: Context, _input: unknown): never => notBuilt();
export const assignUser = (_context: Context, _input: unknown): never => notBuilt();
export const importOutcomes = (_context: Context, _input: unknown): never => notBuilt();
