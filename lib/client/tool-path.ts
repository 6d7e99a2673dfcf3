/** Tools that the kernel offers by itself; a bundle seldom has files of its own for them. */
const BUILT_IN = new Set(["load_skill", "update_todo"]);

/** File of the bundle that defines a tool; null for those that the kernel brings. */
export const toolPath = (tool: string): string | null => (BUILT_IN.has(tool) ? null : `tools/${tool}.json`);
