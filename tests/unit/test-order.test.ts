import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { LONG, TestOrder } from "../../scripts/test-order.js";

const PATHS = ["short", "other", ...LONG.slice(0, 3).toReversed()].map(
  (name) => `/project/tests/integration/${name}`,
);

/** The order in which vitest begins them. */
async function orderOf(sequence: { shuffle?: unknown; seed: number }, root = "/project") {
  // Of what vitest knows of a file, all that the order asks for.
  const files = PATHS.map((path) => ({ moduleId: path.replace("/project", root) })) as Parameters<
    TestOrder["sort"]
  >[0];
  const sorted = await new TestOrder({ config: { root, sequence } }).sort(files);
  return sorted.map(({ moduleId }) => moduleId.slice(`${root}/tests/integration/`.length));
}

it("the tests that take the longest begin first, the others as they come", async () => {
  expect(await orderOf({ seed: 1 })).toEqual([...LONG.slice(0, 3), "short", "other"]);
});

it("every long test is one", () => {
  expect(LONG.filter((name) => !existsSync(`tests/integration/${name}`))).toEqual([]);
});

it("where tests are shaken a seed decides, wherever the project is", async () => {
  const orders = await Promise.all(
    [1, 2, 3, 4].map((seed) => orderOf({ shuffle: true, seed }).then(String)),
  );
  expect(new Set(orders).size).toBeGreaterThan(1);
  expect(String(await orderOf({ shuffle: true, seed: 1 }, "/elsewhere"))).toBe(orders[0]);
});
