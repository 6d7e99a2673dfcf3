/** Longest text that a pattern of a schema is tried on, in characters. */
export const MAX_TESTED = 2_000;

const MAX_PATTERN = 200;
const MAX_COUNT = 1_000;
/** Steps that one test may take at worst. */
const MAX_STEPS = 20_000_000;

/** How often matching can go another way, and how many steps all the ways take together, at worst. */
interface Cost {
  ways: number;
  steps: number;
  /** Has a choice inside: must not be repeated, as the ways would multiply with every round. */
  choice: boolean;
}

const NOTHING: Cost = { ways: 1, steps: 0, choice: false };
const ONE: Cost = { ways: 1, steps: 1, choice: false };

class TooCostly extends Error {}

/**
 * Whether a regular expression is sure to be done soon with any text of MAX_TESTED characters. Conservative: what is long,
 * looks around, refers back, or repeats what has a choice inside is refused, harmless or not.
 */
export function isQuickPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN) return false;
  try {
    new RegExp(pattern, "u");
    const { cost, anchored } = new Reader(pattern).whole();
    return cost.steps * (anchored ? 1 : MAX_TESTED) <= MAX_STEPS;
  } catch {
    return false;
  }
}

/** Reads a pattern that is known to be valid. */
class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  whole(): { cost: Cost; anchored: boolean } {
    const { cost, alternatives } = this.alternatives();
    if (this.at < this.text.length) throw new TooCostly();
    return { cost, anchored: alternatives === 1 && this.text.startsWith("^") };
  }

  private alternatives(): { cost: Cost; alternatives: number } {
    let cost = this.sequence();
    let alternatives = 1;
    while (this.taken("|")) {
      const other = this.sequence();
      alternatives += 1;
      cost = { ways: cost.ways + other.ways, steps: cost.steps + other.steps, choice: true };
    }
    return { cost, alternatives };
  }

  private sequence(): Cost {
    let cost = NOTHING;
    while (this.at < this.text.length && !this.sees("|") && !this.sees(")")) {
      const next = this.repeated(this.atom());
      cost = {
        ways: cost.ways * next.ways,
        steps: cost.steps + cost.ways * next.steps,
        choice: cost.choice || next.choice,
      };
    }
    return cost;
  }

  private atom(): Cost {
    if (this.taken("(")) {
      if (this.sees("?") && !this.taken("?:") && !this.takenMatch(/\?<[^=!>][^>]*>/y)) throw new TooCostly();
      const { cost } = this.alternatives();
      if (!this.taken(")")) throw new TooCostly();
      return { ...cost, steps: cost.steps + 1 };
    }
    if (this.sees("\\")) {
      if (this.takenMatch(/\\[1-9k]/y)) throw new TooCostly();
      if (!this.takenMatch(/\\[pPu]\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\c[a-z]|\\./iy)) throw new TooCostly();
      return ONE;
    }
    if (this.sees("[")) {
      if (!this.takenMatch(/\[(?:\\.|[^\]\\])*\]/sy)) throw new TooCostly();
      return ONE;
    }
    this.at += 1;
    return ONE;
  }

  private repeated(cost: Cost): Cost {
    const found = this.takenMatch(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y);
    if (!found) return cost;
    const [text, least, comma, most] = found;
    if (text.startsWith("?")) return { ways: cost.ways + 1, steps: cost.steps + 1, choice: true };
    const from = Number(least ?? (text.startsWith("+") ? 1 : 0));
    const to = least === undefined || (comma === "," && most === "") ? Number.POSITIVE_INFINITY : Number(most || least);
    if (cost.choice || from > MAX_COUNT || (to !== Number.POSITIVE_INFINITY && to > MAX_COUNT)) throw new TooCostly();
    const rounds = Math.min(to, MAX_TESTED);
    // Repeated itself, even an exact number of times would multiply.
    return { ways: rounds - from + 1, steps: rounds * cost.steps + 1, choice: true };
  }

  private sees(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  private taken(text: string): boolean {
    const found = this.sees(text);
    if (found) this.at += text.length;
    return found;
  }

  private takenMatch(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }
}
