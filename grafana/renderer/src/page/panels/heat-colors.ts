/** On a dark ground Grafana turns the scheme Blues round: few is dark, many is bright. */
const DARK = [8, 48, 107];
const BRIGHT = [222, 235, 247];
const STOPS = 8;

/** @param share of the brightest, 0 to 1 */
export function blue(share: number): string {
  const [red, green, blue] = DARK.map((dark, index) => Math.round(dark + (BRIGHT[index]! - dark) * share));
  return `rgb(${red}, ${green}, ${blue})`;
}

export function legendGradient(exponent: number): string {
  const stops = Array.from({ length: STOPS + 1 }, (_, index) => blue((index / STOPS) ** exponent));
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
