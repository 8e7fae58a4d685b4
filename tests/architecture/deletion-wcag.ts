/** A criterion of WCAG 2.2 and how the deletion page stands to it. */
export interface Criterion {
  id: string;
  name: string;
  level: "A" | "AA" | "AAA";
  /** `none`: the page has nothing that it speaks of. `partly`: what is missing is said in `how`. */
  state: "met" | "partly" | "none";
  how: string;
  /** Names of tests in `proofs`; empty where people have looked, or nothing is there. */
  held: readonly Proof[];
}

const E2E = "tests/e2e/deletion-";
const HTTP = "tests/integration/deletion-";

/** Tests by short names: their file, and their title as it stands there. */
export const proofs = {
  axe: [`${E2E}accessibility.spec.ts`, "no violation of WCAG at any place"],
  edges: [
    `${E2E}accessibility.spec.ts`,
    "nothing reaches past the edge, and targets are large enough",
  ],
  keyboard: [
    `${E2E}accessibility.spec.ts`,
    "the whole journey by keyboard, with the focus where it is needed",
  ],
  looks: [`${E2E}accessibility.spec.ts`, "every stop of the keyboard has a ring that is seen"],
  typing: [
    `${E2E}accessibility.spec.ts`,
    "what may not be pressed yet is disabled while scripts run",
  ],
  languages: [`${E2E}languages.spec.ts`, "the whole journey in '${language}'"],
  link: [`${E2E}languages.spec.ts`, "another language is a link away, and stays"],
  journey: [`${E2E}journey.spec.ts`, "a person deletes their account"],
  input: [`${E2E}journey.spec.ts`, "bad input is said at the field and in a summary"],
  history: [
    `${E2E}history.spec.ts`,
    "Back goes one step back, and forward again to where the person stands",
  ],
  offline: [
    `${E2E}lost-network.spec.ts`,
    "number, code and reasons are kept when their answers are lost, and what is known is said",
  ],
  motion: [
    "tests/e2e/pause-motion.spec.ts",
    "the switch holds on every page, and none has it without scripts",
  ],
  kept: [
    `${HTTP}languages.test.ts`,
    "is asked for by its address, remembered, and kept through the journey",
  ],
  same: [
    `${HTTP}journey.test.ts`,
    "has its help at one place, and says until when each step is open",
  ],
  words: [`${HTTP}languages.test.ts`, "leads to a receipt without a word of English"],
  confirm: [
    `${HTTP}journey.test.ts`,
    "returns from the confirmation with the reasons still ticked",
  ],
  ended: [`${HTTP}ended.test.ts`, "says so: %s"],
  contrast: ["tests/unit/app/styles/tokens.contrast.test.ts", "has 7:1 or more: %s on %s"],
  reading: [
    "tests/unit/app/content/catalogues/en.reading-level.test.ts",
    "asks for no more than nine years of school",
  ],
} as const satisfies Record<string, readonly [file: string, title: string]>;

export type Proof = keyof typeof proofs;
