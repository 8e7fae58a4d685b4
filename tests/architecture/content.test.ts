import { expect, it } from "vitest";
import { CAROUSEL_SIZE, articles } from "~/content/articles";
import { ecosystem } from "~/content/ecosystem";
import { socialAccounts, stops } from "~/content/navigation";
import { partnerRows } from "~/content/partners";
import { policySections } from "~/content/privacy-policy";
import { roadmap } from "~/content/roadmap";
import { solutions } from "~/content/solutions";
import { team } from "~/content/team";

it("every list has the number of different entries that its page is designed for", () => {
  const lists: [names: readonly string[], count: number][] = [
    [articles.map(({ slug }) => slug), 19],
    [articles.slice(0, CAROUSEL_SIZE).map(({ slug }) => slug), 16],
    [policySections.map(({ title }) => title), 17],
    [partnerRows[0]?.map(({ name }) => name) ?? [], 6],
    [partnerRows[1]?.map(({ name }) => name) ?? [], 5],
    [solutions.map(({ title }) => title), 4],
    [roadmap.map(({ quarter }) => quarter), 5],
    [ecosystem.map(({ title }) => title), 6],
    [team.map(({ name }) => name), 4],
    [stops.map(({ label }) => label), 7],
    [socialAccounts.map(({ id }) => id), 6],
  ];
  for (const [names, count] of lists) {
    expect([new Set(names).size, names.length]).toEqual([count, count]);
  }
});
