import { expect, it } from "vitest";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { filterWords, viewTitle } from "~/features/dashboard/screen-texts";
import { spellingNote } from "~/features/dashboard/trips/filter-bar";

const stateOf = (query: string) => parseDashboardState(new URLSearchParams(`tab=trip&${query}`));

it.each([
  ["", []],
  ["page=7", []],
  ["date=2025-02-31", []],
  ["country=India", ["India"]],
  ["date=2025-08-31", ["31 Aug 2025"]],
  ["date=2025-08-31&country=C%C3%B4te+d%27Ivoire", ["Côte d'Ivoire", "31 Aug 2025"]],
  ["q=0xabc&country=India", ["Search: 0xabc"]],
])("the filters of the query '%s' are described as %j", (query, words) => {
  expect(filterWords(stateOf(query))).toEqual(words);
  expect(viewTitle(stateOf(query))).toBe(["Trip Summary", ...words].join(" · "));
});

it("a country that the data writes in several ways has a note", () => {
  const countries = [
    { name: "Iran", count: 7, spellings: ["Iran", "Iran "] },
    { name: "Kenya", count: 2, spellings: ["Kenya "] },
  ];
  expect(spellingNote("Iran", countries)).toMatch(/^The data writes this country in 2 ways\./);
  for (const country of ["Kenya", "Nepal", undefined]) {
    expect(spellingNote(country, countries)).toBeNull();
  }
});
