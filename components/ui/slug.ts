/** An id made of a name, as the contract's Slug asks: "Qwen 3 (H20)" → "qwen-3-h20"; "" where no letter or digit is in it. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 64)
    .replace(/-+$/, "");
