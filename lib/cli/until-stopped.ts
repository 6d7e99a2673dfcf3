/** Settles at the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((settle) => {
    const stop = () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      settle();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
