import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allWebhooks = (_context: Context, _input: unknown): never => notBuilt();
export const saveWebhook = (_context: Context, _input: unknown): never => notBuilt();
export const removeWebhook = (_context: Context, _input: unknown): never => notBuilt();
export const testWebhook = (_context: Context, _input: unknown): never => notBuilt();
export const webhookDeliveries = (_context: Context, _input: unknown): never => notBuilt();
export const redeliver = (_context: Context, _input: unknown): never => notBuilt();
