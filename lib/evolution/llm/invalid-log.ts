import type { InvalidOutput } from "../analyst";
import { shortened } from "./data-block";
import type { AnalystSettings } from "./settings";

/** What of a model's output did not hold, the first so many in full. */
export class InvalidLog {
  private readonly kept: InvalidOutput[] = [];
  private more = 0;

  constructor(private readonly settings: Pick<AnalystSettings, "mostInvalid" | "mostExcerpt" | "mostWhy">) {}

  add(what: string, why: string, excerpt = ""): void {
    if (this.kept.length < this.settings.mostInvalid) {
      this.kept.push({
        what,
        why: shortened(why, this.settings.mostWhy),
        excerpt: shortened(excerpt, this.settings.mostExcerpt),
      });
    } else this.more += 1;
  }

  list(): InvalidOutput[] {
    if (this.more === 0) return this.kept;
    return [...this.kept, { what: "the rest", why: `${this.more} more answers or parts of them did not hold`, excerpt: "" }];
  }
}
