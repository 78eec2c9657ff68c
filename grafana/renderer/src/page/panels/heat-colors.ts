/** On a dark background Grafana reverses its color scheme Blues: low counts are dark, high counts are bright. */
const DARK = [8, 48, 107];
const BRIGHT = [222, 235, 247];
const STOPS = 8;

/** @param share 0 for the darkest color, 1 for the brightest */
export function blue(share: number): string {
  const [red, green, blue] = DARK.map((dark, index) => Math.round(dark + (BRIGHT[index]! - dark) * share));
  return `rgb(${red}, ${green}, ${blue})`;
}

export function legendGradient(exponent: number): string {
  const stops = Array.from({ length: STOPS + 1 }, (_, index) => blue((index / STOPS) ** exponent));
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
