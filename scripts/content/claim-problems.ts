import type { Claim } from "../../app/content/claims";

/** A sentence, figure or label as it stands in a source file. */
export interface ShownText {
  file: string;
  line: number;
  text: string;
}

/** Words that promise something, by what they promise. An entry ending in `*` stands for all its endings. */
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

/** Without "one", which mostly counts nothing. */
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
 * The numbers and promising words of a text that no claim covers.
 *
 * @param claims what may be said: phrases wherever they stand, figures and labels where they stand alone
 */
function unfoundedWords(text: string, claims: readonly Claim[]): string[] {
  if (claims.some(({ shows = [] }) => shows.includes(text))) return [];
  const phrases = claims.flatMap(({ says = [] }) => says).toSorted((a, b) => b.length - a.length);
  const rest = phrases.reduce((left, phrase) => left.replace(wholePhrase(phrase), " … "), text);
  return rest.match(CLAIMING) ?? [];
}

/** One sentence for each text that says more than is known. */
export function claimProblems(texts: readonly ShownText[], claims: readonly Claim[]): string[] {
  return texts.flatMap(({ file, line, text }) => {
    const words = unfoundedWords(text, claims);
    if (words.length === 0) return [];
    const named = words.map((word) => `"${word}"`).join(", ");
    return [
      `${file}:${line}: "${text}" claims ${named}: say what is known, or name its rule in app/content/claims.ts`,
    ];
  });
}

/** The phrases of the table that no text says any more: each would let the next text say it unread. */
export function unusedPhrases(texts: readonly ShownText[], claims: readonly Claim[]): string[] {
  const isSaid = (phrase: string) =>
    texts.some(({ text }) => text.search(wholePhrase(phrase)) >= 0);
  const shown = new Set(texts.map(({ text }) => text));
  return claims.flatMap(({ says = [], shows = [] }) => [
    ...says.filter((phrase) => !isSaid(phrase)),
    ...shows.filter((phrase) => !shown.has(phrase)),
  ]);
}

/** A phrase where it stands by itself, not inside a longer word or number. */
function wholePhrase(phrase: string): RegExp {
  return new RegExp(`(?<![\\w.,])${escaped(phrase)}(?![\\w%+]|[.,]\\d)`, "gi");
}

function wholeWord(word: string): string {
  return word.endsWith("*") ? `\\b${word.slice(0, -1)}\\w*` : `\\b${word}\\b`;
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
}
