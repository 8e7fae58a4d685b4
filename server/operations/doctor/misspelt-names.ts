import { warn, type Finding } from "./finding";

/** Warns of variables that nobody reads and that look like a setting: `AUTH_URL`, `REDIS`. */
export function misspeltNames(names: readonly string[], settings: readonly string[]): Finding[] {
  // Settings of one word, such as HOST, are like variables of other programs.
  const compound = settings.filter((name) => name.includes("_"));
  const others = names.filter((name) => /^[A-Z]/.test(name) && !settings.includes(name));
  return others.flatMap((name) => {
    const meant = compound.find((setting) => isLike(name, setting));
    return meant === undefined ? [] : [warn(name, `is not a setting: is ${meant} meant?`)];
  });
}

/** Whether two names share two thirds of their pairs of neighbouring letters (Dice's coefficient). */
function isLike(name: string, other: string): boolean {
  const [pairs, others] = [pairsOf(name), pairsOf(other)];
  const shared = pairs.filter((pair) => others.includes(pair)).length;
  return 3 * shared >= pairs.length + others.length;
}

const pairsOf = (name: string) =>
  Array.from(name.slice(1), (letter, at) => name.charAt(at) + letter);
