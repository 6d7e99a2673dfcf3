/** What XML 1.0 may not contain in any form: control characters, half surrogate pairs and two code points. */
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Text between tags of XML or HTML; what neither may contain becomes U+FFFD. */
export const markupText = (text: string): string =>
  text.replace(NOT_XML, "\ufffd").replace(/[&<>\r]/g, (char) => ENTITIES[char] ?? char);

/** A quoted attribute of XML or HTML; line breaks and tabs are kept. */
export const markupAttribute = (text: string): string =>
  text.replace(NOT_XML, "\ufffd").replace(/[&<>"'\t\n\r]/g, (char) => ENTITIES[char] ?? char);
