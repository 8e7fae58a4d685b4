import { TAU } from "../shared/numbers.js";

/**
 * A sum of sines that closes with the loop.
 *
 * @param ph phase, 0 to 1
 * @param list amplitude, whole number of swings per loop, phase of each sine
 */
export const loop = (ph, list) =>
  list.reduce((s, [a, k, p]) => s + a * Math.sin(TAU * (k * ph + p)), 0);
