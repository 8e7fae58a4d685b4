import type { Claim } from "../../app/content/claims";

/** A sentence, figure or label as it is written in a source file. */
export interface ShownText {
  file: string;
  line: number;
  text: string;
}

/** Words that promise something, grouped by topic. A `*` at the end of an entry matches any ending. */
const PROMISES = [
  // money
  ...["earn*", "pay", "pays", "paid", "payout*", "reward*", "income", "returns", "profit*", "free"],
  ...["bonus*", "cash", "money", "fee*", "double*", "triple*", "percent", "per cent"],
  ...["cost*", "cheap*", "save", "saves", "price*", "spend", "become \\$PULS"],
  // certainty
  ...["always", "never", "every*", "guarantee*", "promise*", "before", "both", "nobody"],
  ...[
    "anyone",
    "only",
    "certain*",
    "sure",
    "already",
    "enough",
    "forever",
    "unlimited",
    "lifetime",
  ],
  ...["proven", "reliabl*", "accura*", "precis*", "certified", "complian*", "approved"],
  // speed
  ...["sec", "seconds", "minute*", "hour*", "days", "week*", "month*", "instant*"],
  ...["immediate*", "at once", "real-time", "real time", "live", "faster", "fastest", "quick*"],
  ...["daily", "weekly", "monthly", "year*", "overnight", "today", "tomorrow"],
  // privacy
  ...["blur*", "anonym*", "encrypt*", "secure*", "safe*", "private", "leaves the phone"],
  // rank
  ...["best", "leading", "trusted", "most", "more than", "less than", "better", "higher"],
  ...["largest", "biggest", "worldwide", "award*", "unmatched", "zero"],
] as const;

/** Words for numbers, without "one", which is rarely a number. */
const NUMBER_WORDS = [
  ...["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"],
  ...["twelve", "fifteen", "eighteen", "twenty", "thirty", "forty", "fifty", "sixty", "ninety"],
  ...["hundred*", "thousand*", "million*", "billion*", "half", "twice", "dozen*"],
] as const;

const CLAIMING = new RegExp(
  [`\\d[\\d.,:]*\\w*[%+]*`, ...[...PROMISES, ...NUMBER_WORDS].map(wholeWord)].join("|"),
  "gi",
);

/**
 * Returns the numbers and promising words of a text that no claim covers.
 *
 * @param claims allowed texts: phrases (`says`) anywhere in a text, figures and labels (`shows`) only as a whole text
 */
function unfoundedWords(text: string, claims: readonly Claim[]): string[] {
  if (claims.some(({ shows = [] }) => shows.includes(text))) return [];
  const phrases = claims.flatMap(({ says = [] }) => says).toSorted((a, b) => b.length - a.length);
  const rest = phrases.reduce((left, phrase) => left.replace(wholePhrase(phrase), " … "), text);
  return rest.match(CLAIMING) ?? [];
}

/** Returns one sentence for each text that claims something that no claim covers. */
export function claimProblems(texts: readonly ShownText[], claims: readonly Claim[]): string[] {
  return texts.flatMap(({ file, line, text }) => {
    const words = unfoundedWords(text, claims);
    if (words.length === 0) return [];
    const quoted = words.map((word) => `"${word}"`).join(", ");
    return [
      `${file}:${line}: "${text}" claims ${quoted}: say what is known, or name its rule in app/content/claims.ts`,
    ];
  });
}

/** Returns the allowed phrases that no text contains any more. A new text could use each of them without a review. */
export function unusedPhrases(texts: readonly ShownText[], claims: readonly Claim[]): string[] {
  const isSaid = (phrase: string) =>
    texts.some(({ text }) => text.search(wholePhrase(phrase)) >= 0);
  const textSet = new Set(texts.map(({ text }) => text));
  return claims.flatMap(({ says = [], shows = [] }) => [
    ...says.filter((phrase) => !isSaid(phrase)),
    ...shows.filter((phrase) => !textSet.has(phrase)),
  ]);
}

/** Matches a phrase on its own, not inside a longer word or number. */
function wholePhrase(phrase: string): RegExp {
  return new RegExp(`(?<![\\w.,])${escaped(phrase)}(?![\\w%+]|[.,]\\d)`, "gi");
}

function wholeWord(word: string): string {
  return word.endsWith("*") ? `\\b${word.slice(0, -1)}\\w*` : `\\b${word}\\b`;
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}
