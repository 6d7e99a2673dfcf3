import "server-only";
import type { Context } from "../context";
import { notBuilt } from "../not-built";

export const allPeople = (_context: Context): never => notBuilt();
export const invitePerson = (_context: Context, _input: unknown): never => notBuilt();
export const changePerson = (_context: Context, _input: unknown): never => notBuilt();
export const reinvitePerson = (_context: Context, _input: unknown): never => notBuilt();
export const acceptInvitation = (_context: Context, _input: unknown): never => notBuilt();
