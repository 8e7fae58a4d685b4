import { expect, it } from "vitest";
import {
  createBoundedMap,
  memoryBounds,
  type BoundedMap,
  type MemoryBound,
} from "../../../../server/process/memory-bounds.server";

const names = Object.keys(memoryBounds) as BoundedMap[];

/** Long keys and heavy values, as somebody sends them who wants the process to grow. */
const LONG = "k".repeat(4_000);
const HEAVY = 16 * 1024;

it.each(names)("%s keeps its bound whatever comes, and keeps the newest", (name) => {
  const bound: { bytes: number; entries?: number } = memoryBounds[name];
  for (const [kind, key, weight] of [
    ["many", "", 0],
    ["long keys", LONG, 0],
    ["heavy values", "", HEAVY],
  ] as const) {
    const map = createBoundedMap<{ weight: number }>(name, { weigh: (value) => value.weight });
    const fitting = Math.ceil(bound.bytes / (256 + 2 * key.length + weight));
    const most = Math.min(bound.entries ?? Infinity, fitting);
    for (let index = 0; index < most + 10; index += 1) map.set(`${index} ${key}`, { weight });
    expect(map.size, kind).toBeLessThanOrEqual(most);
    const bytes = map.size * weight + 2 * [...map.keys()].join("").length;
    expect(bytes, kind).toBeLessThanOrEqual(bound.bytes);
    expect(map.has(`${most + 9} ${key}`), kind).toBe(true);
  }
});

it("what is heavier than a whole map is not kept, and evicts nothing", () => {
  const map = createBoundedMap<{ weight: number }>("codings", { weigh: ({ weight }) => weight });
  map.set("small", { weight: 1 });
  map.set("huge", { weight: memoryBounds.codings.bytes });
  expect([...map.keys()]).toEqual(["small"]);
});

it("all maps together take less than 250 MB, as the page on capacity says", () => {
  const rows: MemoryBound[] = Object.values(memoryBounds);
  const sum = rows.reduce((all, { bytes, maps = 1 }) => all + bytes * maps, 0);
  expect(sum).toBeLessThan(250 * 1024 * 1024);
});
