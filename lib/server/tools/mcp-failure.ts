import "server-only";
import {
  InsufficientScopeError,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { AddressRefused } from "./guarded-agent";
import { excerpt, ToolFailure } from "./tool-failure";

const TIMEOUTS = new Set<string>([SdkErrorCode.RequestTimeout]);
const MALFORMED = new Set<string>([SdkErrorCode.InvalidResult, SdkErrorCode.ClientHttpUnexpectedContent]);
const ASKS = new Set<string>([SdkErrorCode.UnsupportedResultType, SdkErrorCode.InputRequiredRoundsExceeded]);

/** The typed error behind whatever went wrong between the studio and an MCP server, whose own words go through `mask`. */
export function failureOfMcp(error: unknown, server: string, mask: (text: string) => string): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const refused = (what: string) => new ToolFailure("permission-denied", `The server ${server} ${what}.`);
  if (causes(error).some((each) => each instanceof AddressRefused)) {
    return refused("is at an address that its settings do not allow");
  }
  if (SdkHttpError.isInstance(error)) {
    if (error.status === 401 || error.status === 403) return refused(`refused access (HTTP ${error.status})`);
    return new ToolFailure("unavailable", `The server ${server} answered with HTTP ${error.status}.`);
  }
  if (error instanceof UnauthorizedError || error instanceof InsufficientScopeError) return refused("refused access");
  if (SdkError.isInstance(error)) {
    if (TIMEOUTS.has(error.code)) return new ToolFailure("timeout", `The server ${server} gave no answer in time.`);
    if (MALFORMED.has(error.code))
      return new ToolFailure("malformed", `The server ${server} gave an answer that cannot be read.`);
    if (ASKS.has(error.code))
      return new ToolFailure("unavailable", `The server ${server} asks for something that nobody can give here.`);
    return new ToolFailure("unavailable", `The server ${server} could not be reached.`);
  }
  if (error instanceof ProtocolError) {
    const said = excerpt(mask(error.message), 300);
    if (error.code === ProtocolErrorCode.InvalidParams)
      return new ToolFailure("invalid-arguments", `The server ${server} did not accept the call: ${said}`);
    return new ToolFailure("unavailable", `The server ${server} could not carry out the call: ${said}`);
  }
  return new ToolFailure("unavailable", `The server ${server} could not be reached.`);
}

/** Whether the session is gone and the call was not carried out, so that it may be made again on a new connection. */
export const isSessionGone = (error: unknown): boolean =>
  (SdkHttpError.isInstance(error) && error.status === 404) ||
  (SdkError.isInstance(error) && error.code === SdkErrorCode.NotConnected);

/** Whether the connection may be of no more use. */
export const isConnectionTrouble = (error: unknown): boolean =>
  !(error instanceof ProtocolError || error instanceof ToolFailure) &&
  !(SdkError.isInstance(error) && (TIMEOUTS.has(error.code) || MALFORMED.has(error.code) || ASKS.has(error.code)));

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < 10; each = each.cause) found.push(each);
  return found;
}
