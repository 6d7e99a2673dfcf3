import { z } from "zod";

/** Which results a list shows. `reused`: taken from an earlier run; `retried`: run more than once. */
export const ResultShow = z.enum(["all", "wrong", "right", "unscored", "failed", "reused", "retried"]);
export type ResultShow = z.infer<typeof ResultShow>;

export const ResultSort = z.enum(["case", "category", "accuracy", "effectiveness", "latency", "tokens"]);
export type ResultSort = z.infer<typeof ResultSort>;
