import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const gateReport = (_context: Context, _input: unknown): never => notBuilt();
export const measureGate = (_context: Context, _input: unknown): never => notBuilt();
export const allGateSettings = (_context: Context, _input: unknown): never => notBuilt();
export const saveGateSettings = (_context: Context, _input: unknown): never => notBuilt();
