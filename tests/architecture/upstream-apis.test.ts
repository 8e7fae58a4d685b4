import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { upstreamDocument } from "server/doctor/upstream-document";

const FILE = "docs/upstream-apis.json";

it(`${FILE} says what the schemas say (REWRITE_DOCS=1 writes it)`, () => {
  const text = `${JSON.stringify(upstreamDocument(), null, 2)}\n`;
  if (process.env.REWRITE_DOCS) writeFileSync(FILE, text);
  expect(readFileSync(FILE, "utf8")).toBe(text);
});
