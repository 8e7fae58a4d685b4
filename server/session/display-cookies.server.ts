import { postedForm } from "../process/posted-form.server";
import { requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "./cookie-header.server";

/** How pages look to a visitor who has chosen, in cookies that say nothing of the person. */
export interface Display {
  /** `system`: none was chosen, and the page follows the visitor's own setting. */
  theme: Theme | "system";
  /** How high a table's rows are. */
  rows: Rows;
}

export type Theme = "day" | "night";
export type Rows = "compact" | "comfortable";

/** What can be chosen, by the name of its cookie. */
const choices = {
  theme: ["day", "night"],
  rows: ["compact", "comfortable"],
} as const satisfies { theme: readonly Theme[]; rows: readonly Rows[] };

type DisplayName = keyof typeof choices;

/**
 * The choices in a `Cookie` header. One of the time before the prefix still counts: another host of the domain could
 * at most choose for a visitor who has not.
 */
export function readDisplay(cookieHeader: string | null): Display {
  const chosen = <Name extends DisplayName>(name: Name) => {
    const values = [true, false].flatMap((secure) =>
      cookieValues(cookieHeader, cookieName(name, secure)),
    );
    return values.map((value) => asChoice(name, value)).find((value) => value !== undefined);
  };
  return { theme: chosen("theme") ?? "system", rows: chosen("rows") ?? "compact" };
}

/** A `Cookie` header of the choices alone, the same for all who see the same. */
export function displayChoice({ theme, rows }: Display): string {
  return `theme=${theme}; rows=${rows}`;
}

/**
 * Reads the form that makes one of the choices.
 *
 * @returns where it was sent from, as it says, and the headers that remember the choice for a year, if it is one
 */
export async function postedChoice(request: Request) {
  const form = await postedForm(request);
  const headers: Record<string, string> = {};
  for (const name of ["theme", "rows"] as const) {
    const choice = asChoice(name, form.get(name));
    if (choice === undefined) continue;
    headers["Set-Cookie"] = choiceCookie(name, choice, requestContext().secureCookies);
    break;
  }
  return { from: form.get("from"), headers };
}

/** What a text chooses, if it is a choice. */
function asChoice<Name extends DisplayName>(
  name: Name,
  text: unknown,
): (typeof choices)[Name][number] | undefined {
  const known: readonly (typeof choices)[Name][number][] = choices[name];
  return known.find((choice) => choice === text);
}
