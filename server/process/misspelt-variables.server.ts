/** Standard variables of other programs that look like misspelt ones of ours. */
const OTHERS = ["LANGUAGE"];

/** A name that nothing reads, and the variable that it was probably meant to be. */
export interface Misspelt {
  name: string;
  meant: string;
}

/**
 * Finds names that differ by one letter (two in names of ten letters or more) or by case from a variable that is unset.
 *
 * @param given names of the environment
 * @param known names of all variables that are read
 */
export function misspeltVariables(given: readonly string[], known: readonly string[]): Misspelt[] {
  const unset = known.filter((name) => !given.includes(name));
  const unread = given.filter((name) => ![...known, ...OTHERS].includes(name));
  return unread.flatMap((name) => {
    const meant = unset.find((other) =>
      isWithin(name.toUpperCase(), other, other.length < 10 ? 1 : 2),
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/**
 * Whether so many letters, added, left out, replaced or swapped with their neighbour, make one text of another (optimal
 * string alignment distance). Each edit has four ways to go on, so the work is linear in the texts' length.
 */
function isWithin(from: string, to: string, edits: number): boolean {
  let same = 0;
  while (same < from.length && from[same] === to[same]) same += 1;
  const [a, b] = [from.slice(same), to.slice(same)];
  if (Math.abs(a.length - b.length) > edits) return false;
  if (a === "" || b === "") return true;
  if (edits === 0) return false;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(a.slice(1), b, edits - 1) ||
    isWithin(a, b.slice(1), edits - 1) ||
    isWithin(a.slice(1), b.slice(1), edits - 1) ||
    (isSwapped && isWithin(a.slice(2), b.slice(2), edits - 1))
  );
}
