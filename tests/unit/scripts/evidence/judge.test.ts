import { expect, it } from "vitest";
import { licenceProblems, unansweredAdvisories } from "../../../../scripts/evidence/judge.js";

const id = (name: string) => ({ license: { id: name } });

it.each([
  ["two licences", [id("MIT"), id("ISC")], true],
  ["a choice", [{ expression: "(GPL-3.0-only OR (MIT AND Apache-2.0))" }], true],
  ["AND before OR", [{ expression: "GPL-3.0-only OR MIT AND ISC" }], true],
  ["AGPL", [id("AGPL-3.0-only")], false],
  ["one of two forbidden", [id("MIT"), id("GPL-2.0-only")], false],
  ["two that hold together", [{ expression: "(GPL-3.0-only AND MIT)" }], false],
  ["a choice of forbidden ones", [{ expression: "MIT AND (GPL-3.0-only OR SSPL-1.0)" }], false],
  ["a text that is no licence", [{ license: { name: "SEE LICENSE IN FILE" } }], false],
  ["no licence", [], false],
])("knows whether a package may be used under %s", (_what, licenses, allowed) => {
  const problems = licenceProblems([{ name: "@a/b", version: "1.0.0", properties: [], licenses }]);
  expect(problems).toEqual(allowed ? [] : [expect.stringMatching(/^@a\/b@1\.0\.0: \S/)]);
});

it("an advisory is answered by its number on the page, and nothing is known without an audit", () => {
  const advisory = { name: "qs", title: "slow", url: "https://github.com/advisories/GHSA-2222" };
  const audit = {
    vulnerabilities: { qs: { via: [advisory] }, express: { via: ["qs", advisory] } },
  };
  expect(unansweredAdvisories(audit, "| slow (GHSA-2222) |")).toEqual([]);
  expect(unansweredAdvisories(audit, "")).toEqual([`qs: slow (${advisory.url})`]);
  expect(unansweredAdvisories({}, "")).toBeNull();
});
