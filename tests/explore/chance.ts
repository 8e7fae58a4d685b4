/** Choices that are the same for the same seed. */
export interface Chance {
  /** A whole number from 0 up to but not including a limit. */
  below(limit: number): number;
  /** One of a list, which must not be empty. */
  of<T>(list: readonly [T, ...T[]]): T;
  of<T>(list: readonly T[]): T | undefined;
  /** One of several by their weights. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T;
}

/** Mulberry32: small, fast, and good enough to wander by. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    of: <T>(list: readonly T[]) => list[below(list.length)] as T, // undefined only of an empty one
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries(weights) as [T, number][]; // it has no other keys
      let place = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (place -= weight) < 0) ?? entries[0];
      if (found === undefined) throw new Error("nothing to choose from");
      return found[0];
    },
  };
}
