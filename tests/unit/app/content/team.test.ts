import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { team } from "~/content/team";

it("the portrait of every leader who has one is there", () => {
  const portraits = team.flatMap(({ portrait }) => portrait ?? []);
  expect(portraits.filter((name) => !existsSync(`public/pictures/${name}.webp`))).toEqual([]);
});
