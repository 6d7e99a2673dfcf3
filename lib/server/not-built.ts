import "server-only";
/** Placeholder while the issue is under way. */
export const notBuilt = (): never => {
  throw new Error("not built yet");
};
