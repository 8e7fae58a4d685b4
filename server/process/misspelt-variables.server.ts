/** Standard variables of other programs that look like misspelt ones of ours. */
const OTHERS = ["LANGUAGE"];

/** Longer names are not compared: the work grows with the product of both lengths. */
const LONGEST = 64;

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
  const unread = given.filter(
    (name) => name.length <= LONGEST && ![...known, ...OTHERS].includes(name),
  );
  return unread.flatMap((name) => {
    const meant = unset.find(
      (other) => lettersApart(name.toUpperCase(), other) <= (other.length < 10 ? 1 : 2),
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/**
 * How many letters have to be added, left out, replaced or swapped with their neighbour to make one text of another
 * (optimal string alignment distance).
 */
function lettersApart(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > 2) return Infinity;
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: to.length + 1 }, (_, i) => i),
  ];
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? Infinity;
}
