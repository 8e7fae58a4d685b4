import { expect, it } from "vitest";
import {
  createBoundedMap,
  memoryBounds,
  type BoundedMap,
} from "server/process/memory-bounds.server";

const names = Object.keys(memoryBounds) as BoundedMap[];

/** A long key and a large value, as an attacker sends them to make the process grow. */
const LONG = "ж".repeat(4_000);
const LARGE = 16 * 1024;

/** Each map with few entries, which fill it soonest. All maps count alike, so one of them has the other kinds. */
const cases = [
  ...names.map((name) => [name, "large values", "", LARGE] as const),
  ["coolDowns", "many entries", "", 0] as const,
  ["coolDowns", "long keys", LONG, 0] as const,
];

it.each(cases)(
  "%s never exceeds its bounds with %s, and keeps the newest",
  (name, _, key, weight) => {
    const bound: { bytes: number; entries?: number } = memoryBounds[name];
    const map = createBoundedMap<{ weight: number }>(name, { weigh: (value) => value.weight });
    const capacity = Math.ceil(bound.bytes / (256 + 2 * key.length + weight));
    const most = Math.min(bound.entries ?? Infinity, capacity);
    for (let index = 0; index < most + 10; index += 1) map.set(`${index} ${key}`, { weight });
    expect(map.size).toBeLessThanOrEqual(most);
    const bytes = map.size * weight + 2 * [...map.keys()].join("").length;
    expect(bytes).toBeLessThanOrEqual(bound.bytes);
    expect(map.has(`${most + 9} ${key}`)).toBe(true);
  },
);
