import { z } from "zod";

/** Who should own a repair: the lowest level that can hold it. `wiring` is how modules and tools are put together, `data` the case or the judge. */
export const Owner = z.enum(["skill", "prompt", "hook", "tool", "config", "memory", "wiring", "model", "data"]);
export type Owner = z.infer<typeof Owner>;
