/** Code of the language of a text (ISO 639-1, or a longer one where it has none); null for a text without letters. */
export type DetectLanguage = (text: string) => string | null;

let loaded: Promise<DetectLanguage> | undefined;

/**
 * Loads the model that tells languages, once a process: about a megabyte that comes with its package. It reads lower case,
 * as text in capitals is told worse.
 */
export function loadLanguageModel(): Promise<DetectLanguage> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<DetectLanguage> {
  const { getLIDModel } = await import("fasttext.wasm.js");
  const model = await (await getLIDModel()).load();
  return (text) => {
    if (!/\p{L}/u.test(text)) return null;
    const found = model.predict(text.toLowerCase().replace(/\s+/g, " "), 1, 0);
    return found.size() > 0 ? found.get(0)[1].replace("__label__", "") : null;
  };
}
