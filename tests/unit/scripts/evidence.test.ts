import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, it } from "vitest";
import { allComponents, readLicences } from "../../../scripts/evidence/licences.js";
import { refusal, testsOf } from "../../../scripts/evidence/proofs.js";
import { differences, manifest } from "../../../scripts/evidence/reproducible-build.js";
import { statements, vexDocument } from "../../../scripts/evidence/vex.js";

const FILE = "tests/unit/guard.test.ts";

describe("a test that proves a statement", () => {
  const ran = (...statuses: string[]) =>
    statuses.map((status, at) => ({ name: `${FILE} > the guard > refuses '${at}.*'`, status }));

  it.each<[string, string, { name: string; status: string }[]]>([
    ["has passed", `${FILE} > the guard > refuses '0.*'`, ran("passed")],
    ["has passed in every case", `${FILE} > the guard > refuses '%s'`, ran("passed", "passed")],
    ["is in a table of groups", `${FILE} > %s > refuses '$name'`, ran("passed")],
  ])("%s", (_what, named, report) => {
    expect(refusal(named, report)).toBeNull();
  });

  it.each<[string, string, { name: string; status: string }[], string]>([
    ["has failed", `${FILE} > the guard > refuses '0.*'`, ran("failed"), "failed"],
    [
      "has failed in one case",
      `${FILE} > the guard > refuses '%s'`,
      ran("passed", "failed"),
      "1.*",
    ],
    ["is skipped", `${FILE} > the guard > refuses '%s'`, ran("skipped"), "skipped"],
    ["waits to be run", `${FILE} > the guard > refuses '%s'`, ran("pending"), "pending"],
    ["is not written yet", `${FILE} > the guard > refuses '%s'`, ran("todo"), "todo"],
    ["has another name now", `${FILE} > the guard > refuses`, ran("passed"), "no such test"],
    [
      "is in another file now",
      "tests/unit/b.test.ts > the guard > refuses '%s'",
      ran("passed"),
      "no such test",
    ],
    [
      "fits only as a pattern",
      `${FILE} > the guard > refuses '0.x'`,
      ran("passed"),
      "no such test",
    ],
    ["did not run", `${FILE} > the guard > refuses '%s'`, [], "no such test"],
  ])("is none when it %s", (_what, named, report, said) => {
    expect(refusal(named, report)).toContain(said);
  });

  it("is told by its first bad cases when many are bad", () => {
    const lines = refusal(
      `${FILE} > the guard > refuses '%s'`,
      ran(...Array<string>(9).fill("failed")),
    );
    expect(lines?.split("\n")).toHaveLength(4);
    expect(lines).toContain("and 6 more");
  });

  it("is read from vitest's report by file, groups and title", () => {
    const one = { ancestorTitles: ["the guard"], title: "refuses", status: "passed" };
    const report = { testResults: [{ name: `${process.cwd()}/${FILE}`, assertionResults: [one] }] };
    expect(testsOf(report)).toEqual([{ name: `${FILE} > the guard > refuses`, status: "passed" }]);
  });
});

describe("a statement on an advisory", () => {
  const advisory = {
    id: "CVE-2026-1",
    ghsa: "GHSA-2222-2222-2222",
    about: "posts of other sites reach an action",
    vulnerable: { "@remix-run/node": "<2.17.2" },
    justification: "protected_by_mitigating_control" as const,
    answer: "a guard runs first",
    tests: [`${FILE} > refuses`],
  };
  const passed = [{ name: `${FILE} > refuses`, status: "passed" }];
  const node = (version: string) => [
    { "bom-ref": `pulse|@remix-run/node@${version}`, group: "@remix-run", name: "node", version },
  ];
  const sbom = {
    serialNumber: "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79",
    version: 1,
    metadata: {
      component: { type: "application", name: "pulse", version: "1.0.0", "bom-ref": "pulse" },
    },
  };

  function stated(version: string, ran = passed, tests = advisory.tests) {
    const judged = statements([{ ...advisory, tests }], node(version), ran);
    const [vulnerability] = vexDocument(judged, sbom, new Date(0)).vulnerabilities;
    return { refusals: judged[0]?.refusals, ...vulnerability };
  }

  it("stands by its justification when a vulnerable version is installed", () => {
    expect(stated("2.17.1")).toMatchObject({
      refusals: [],
      analysis: { state: "not_affected", justification: "protected_by_mitigating_control" },
      affects: [
        {
          ref: "urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#pulse%7C%40remix-run%2Fnode%402.17.1",
          versions: [{ version: "2.17.1", status: "affected" }],
        },
      ],
    });
  });

  it("stands by the version when none is", () => {
    expect(stated("2.17.2")).toMatchObject({
      analysis: { state: "not_affected", justification: "code_not_present" },
      affects: [{ versions: [{ version: "2.17.2", status: "unaffected" }] }],
    });
  });

  it.each(["2.17.1", "2.17.2"])(
    "is refused without its proof, whatever version is installed: %s",
    (version) => {
      const failed = [{ name: `${FILE} > refuses`, status: "failed" }];
      for (const { refusals, analysis } of [
        stated(version, failed),
        stated(version, []),
        stated(version, passed, []),
      ]) {
        expect(refusals).toHaveLength(1);
        expect(analysis).toMatchObject({ state: "in_triage" });
        expect(analysis).not.toHaveProperty("justification");
      }
    },
  );

  it("is valid CycloneDX, made or refused, whether its packages are installed or not", async () => {
    const more = [advisory, { ...advisory, id: "CVE-2026-2", vulnerable: {}, tests: [] }];
    const judged = statements(more, node("2.17.1"), passed);
    const document = JSON.stringify(vexDocument(judged, sbom, new Date(0)));
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(document)).toBeNull();
  });
});

describe("licences", () => {
  const id = (name: string) => ({ license: { id: name } });
  const read = (...licenses: NonNullable<Parameters<typeof readLicences>[0][number]["licenses"]>) =>
    readLicences([{ group: "@scope", name: "package", version: "1.0.0", licenses }]);

  it.each([
    ["one that is allowed", [id("MIT")]],
    ["a choice that has one", [{ expression: "(GPL-3.0-only OR MIT)" }]],
    ["several, all of them allowed", [id("MIT"), id("ISC")]],
  ])("may be %s", (_what, licenses) => {
    expect(read(...licenses).problems).toEqual([]);
  });

  it.each([
    ["one that is forbidden", [id("AGPL-3.0-only")], "not allowed: AGPL-3.0-only"],
    ["several, one of them forbidden", [id("MIT"), id("GPL-2.0-only")], "not allowed"],
    ["both of two", [{ expression: "(GPL-3.0-only AND MIT)" }], "not allowed"],
    ["a name that nobody knows", [{ license: { name: "SEE LICENSE IN FILE" } }], "not known"],
    ["none", [], "names no licence"],
  ])("may not be %s", (_what, licenses, said) => {
    const { rows, problems } = read(...licenses);
    expect(problems).toEqual([expect.stringContaining(`@scope/package@1.0.0 `)]);
    expect(problems[0]).toContain(said);
    expect(rows).toHaveLength(1);
  });

  it("are read of packages within packages, too", () => {
    const inner = { name: "b", version: "1.0.0" };
    const outer = { name: "c", version: "1.0.0", components: [inner] };
    const names = allComponents([outer, { name: "a", version: "1.0.0" }]).map(({ name }) => name);
    expect(names).toEqual(["a", "b", "c"]);
  });
});

describe("two builds", () => {
  it("are told apart by files that differ, or that one of them lacks", () => {
    const one = new Map(Object.entries({ same: "1", other: "1", gone: "1" }));
    const two = new Map(Object.entries({ same: "1", other: "2", added: "1" }));
    expect(differences(one, one)).toEqual([]);
    expect(differences(one, two)).toEqual([
      { file: "added", how: "only in the second" },
      { file: "gone", how: "only in the first" },
      { file: "other", how: "not the same bytes" },
    ]);
  });

  it("have a manifest as sha256sum reads it", () => {
    expect(manifest(new Map([["client/a b.js", "00ff"]]))).toBe("00ff  build/client/a b.js\n");
  });
});
