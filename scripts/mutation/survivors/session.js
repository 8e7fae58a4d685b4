import { NOTHING } from "./reasons.js";

const NO_PAIR = "a text that holds no pair, as the empty one does";
const NAMELESS = "nobody asks for a cookie without a name";
const ALL_BLANK = "what is cut out of blanks alone is empty either way";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/session/cookie-header.server.ts",
    line: 'for (const pair of (header ?? "").split(";")) {',
    becomes: ['"Stryker was here!"'],
    why: NO_PAIR,
  },
  {
    file: "server/session/cookie-header.server.ts",
    line: "if (end >= 0 && trimmed(pair.slice(0, end)) === name) values.push(trimmed(pair.slice(end + 1)));",
    becomes: ["end > 0"],
    why: NAMELESS,
  },
  {
    file: "server/session/cookie-header.server.ts",
    line: "while (end > start && isBlank(text[end - 1])) end -= 1;",
    becomes: ["true", "end >= start"],
    why: ALL_BLANK,
  },
  {
    file: "server/session/sealed-cookie.server.ts",
    line: "} catch {",
    becomes: ["{}"],
    why: NOTHING,
  },
];
