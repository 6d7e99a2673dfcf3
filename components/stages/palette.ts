/** Differences at and beyond this size, on the score scale, have the strongest colour of the diverging scale. */
export const FULL_DIFFERENCE = 0.3;

/**
 * Background of a difference: blue where better, vermilion where worse (told apart with every common colour blindness),
 * stronger with size. Mixed into the page's paper, so that it works in light and dark.
 */
export function differenceColour(difference: number): string {
  const strength = Math.min(1, Math.abs(difference) / FULL_DIFFERENCE);
  if (Math.abs(difference) < 0.0005) return "var(--sunken)";
  const share = Math.round(8 + 38 * Math.sqrt(strength));
  return `color-mix(in srgb, var(${difference > 0 ? "--series-accuracy" : "--series-effectiveness"}) ${share}%, var(--paper))`;
}
