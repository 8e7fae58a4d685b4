import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { proofs, type Criterion } from "./deletion-wcag";
import { levelsAAndAA } from "./deletion-wcag-aa";
import { levelAAA } from "./deletion-wcag-aaa";

const PAGE = "docs/accessibility-deletion.md";

/** All 86 criteria of WCAG 2.2; 4.1.1 is obsolete. */
const criteria = [...levelsAAndAA, ...levelAAA].sort((one, other) =>
  one.id.localeCompare(other.id, "en", { numeric: true }),
);

it("every criterion of WCAG 2.2 is there once", () => {
  expect(new Set(criteria.map(({ id }) => id)).size).toBe(criteria.length);
  const count = (level: Criterion["level"]) =>
    criteria.filter((criterion) => criterion.level === level).length;
  expect({ A: count("A"), AA: count("AA"), AAA: count("AAA") }).toEqual({ A: 31, AA: 24, AAA: 31 });
});

it("every test that holds a criterion exists", () => {
  const missing = Object.values(proofs).filter(([file, title]) => {
    const source = readFileSync(file, "utf8");
    return !source.includes(`"${title}"`) && !source.includes(`\`${title}\``);
  });
  expect(missing).toEqual([]);
  const used = new Set(criteria.flatMap(({ held }) => held));
  expect(Object.keys(proofs).filter((proof) => !used.has(proof as keyof typeof proofs))).toEqual(
    [],
  ); // its own keys
});

it(`${PAGE} says what the tables say (REWRITE_DOCS=1 writes it)`, () => {
  const page = report();
  if (process.env.REWRITE_DOCS) writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});

const STATES = { met: "met", partly: "**partly**", none: "nothing to meet" };

function report(): string {
  const partly = criteria.filter(({ state }) => state === "partly");
  return [
    "# Accessibility of the deletion page",
    "",
    "How `/pulsescout/delete-user` stands to the Web Content Accessibility Guidelines 2.2, up to the highest level. It is",
    "written by a test from tables beside it (`tests/architecture/deletion-wcag.test.ts`), which fails when a test that is",
    "named here is gone. It covers the page, its three steps, dialogs and receipt by day, with scripts and without.",
    "",
    "Checked by rules and measures in Chromium in English, Hindi, Urdu and a made-up longer language. Not checked: screen",
    "readers with people who use them, and the words of a language that no native reader has signed.",
    "",
    `Not wholly met: ${partly.map(({ id, name }) => `${id} ${name}`).join(", ")}.`,
    "",
    ...table([
      ["Criterion", "Level", "State", "How", "Tests"],
      ...criteria.map(({ id, name, level, state, how, held }) => [
        `${id} ${name}`,
        level,
        STATES[state],
        how,
        held.join(", "),
      ]),
    ]),
    "",
    "## The tests",
    "",
    ...Object.entries(proofs).map(([name, [file, title]]) => `- ${name}: \`${file}\`, "${title}"`),
    "",
  ].join("\n");
}

/** As the formatter writes it: columns as wide as their longest cell. */
function table([head = [], ...rows]: string[][]): string[] {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)];
}
