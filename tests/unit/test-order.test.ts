import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { LONG, TestOrder } from "../../scripts/test-order.js";

it("the tests that take the longest begin first, the others as they come", async () => {
  const paths = ["short", "other", ...LONG.slice(0, 3).toReversed()].map(
    (name) => `/tests/${name}`,
  );
  // Of what vitest knows of a file, all that the order asks for.
  const files = paths.map((moduleId) => ({ moduleId })) as Parameters<TestOrder["sort"]>[0];
  const sorted = (await new TestOrder().sort(files)).map(({ moduleId }) => moduleId);
  const [third, second, first] = paths.slice(2);
  expect(sorted).toEqual([first, second, third, "/tests/short", "/tests/other"]);
});

it("every long test is one", () => {
  expect(LONG.filter((name) => !existsSync(`tests/integration/${name}`))).toEqual([]);
});
