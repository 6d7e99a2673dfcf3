import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allCalibrations = (_context: Context, _input: unknown): never => notBuilt();
export const calibrateJudge = (_context: Context, _input: unknown): never => notBuilt();
