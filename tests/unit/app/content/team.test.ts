import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { team } from "~/content/team";

it("every portrait that the team list names exists as a file", () => {
  const portraits = team.flatMap(({ portrait }) => portrait ?? []);
  expect(portraits.filter((name) => !existsSync(`public/pictures/${name}.webp`))).toEqual([]);
});
