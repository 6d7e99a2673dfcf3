/** How long after its own deadline a port may still answer before the kernel goes on without it. */
const GRACE_MS = 250;

/**
 * Settles with the port's answer, or with `late()` where it has not answered by its deadline and a short grace, or with
 * `failed(error)` where it rejects against its contract.
 */
export async function settleWithin<T>(
  work: Promise<T>,
  timeoutMs: number,
  late: () => T,
  failed: (error: unknown) => T,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late()), timeoutMs + GRACE_MS);
  });
  try {
    return await Promise.race([work.catch(failed), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
