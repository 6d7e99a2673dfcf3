import "server-only";
import type { Studio } from "../studio";

/** A thing that each studio has one of, made when it is first asked for and gone with the studio. */
export function perStudio<Thing>(make: (studio: Studio) => Thing): (studio: Studio) => Thing {
  const made = new WeakMap<Studio, Thing>();
  return (studio) => {
    const known = made.get(studio);
    if (known !== undefined) return known;
    const thing = make(studio);
    made.set(studio, thing);
    return thing;
  };
}
