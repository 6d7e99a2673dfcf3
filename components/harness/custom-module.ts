import { isMap, isNode, parseDocument } from "yaml";
import type { ModuleSlot } from "@/lib/contracts/harness";

/**
 * The text of harness.yaml with a slot set to custom code, the rest as it stands where it can be; null where the text cannot
 * be read.
 */
export function withCustomModule(text: string, slot: ModuleSlot): string | null {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const modules = document.get("modules");
  if (modules !== undefined && modules !== null && !isMap(modules)) return null;
  const there = document.getIn(["modules", slot], true);
  if (document.getIn(["modules", slot]) === "custom" || document.getIn(["modules", slot, "use"]) === "custom") return text;
  if (isNode(there) && there.range) {
    const [start, end] = there.range;
    const after = text.slice(end);
    return `${text.slice(0, start)}custom${isMap(there) && !there.flow && !after.startsWith("\n") ? "\n" : ""}${after}`;
  }
  if (!isMap(modules)) document.delete("modules");
  document.setIn(["modules", slot], "custom");
  return document.toString({ lineWidth: 0 });
}
