/** A JSON text as a value, or why it is none. */
export function parseJson(source: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(source) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `not valid JSON: ${detail}` };
  }
}
