const STEPS = [1, 2, 2.5, 3, 4, 5, 7.5, 10];

/**
 * Tick values for a value axis that starts at zero: four equal steps of a round size, whole numbers
 * only, reaching the largest value.
 *
 * @param largest the largest value to draw; zero and less give 0 to 4
 */
export function valueTicks(largest: number): number[] {
  const needed = Math.max(1, largest / 4);
  const magnitude = 10 ** Math.floor(Math.log10(needed));
  const step = STEPS.map((factor) => factor * magnitude).find(
    (size) => size >= needed && Number.isInteger(size),
  );
  const size = step ?? Math.ceil(needed);
  return [0, 1, 2, 3, 4].map((index) => index * size);
}
