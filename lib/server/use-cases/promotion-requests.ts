import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allPromotionRequests = (_context: Context, _input: unknown): never => notBuilt();
export const requestPromotion = (_context: Context, _input: unknown): never => notBuilt();
export const decidePromotionRequest = (_context: Context, _input: unknown): never => notBuilt();
