/** A path of this studio to go to, or the first page where the text could lead to another site. */
export function ownPath(text: string | null): string {
  if (text === null || !/^\/(?![/\\])/.test(text) || /[\\\p{C}]/u.test(text)) return "/";
  const url = new URL(text, "http://studio.invalid");
  const path = `${url.pathname}${url.search}`;
  return url.host !== "studio.invalid" || path.startsWith("//") || path.startsWith("/sign-in") ? "/" : path;
}
