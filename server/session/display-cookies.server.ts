import { postedForm } from "../process/posted-form.server";
import { requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "./cookie-header.server";

/** A visitor's display choices. Their cookies contain nothing about the person. */
export interface Display {
  /** `system`: no theme was chosen, and the page follows the setting of the browser. */
  theme: Theme | "system";
  /** Height of table rows. */
  rows: Rows;
}

export type Theme = "day" | "night";
export type Rows = "compact" | "comfortable";

/** The allowed values of each choice, by the name of its cookie. */
const choices = {
  theme: ["day", "night"],
  rows: ["compact", "comfortable"],
} as const satisfies { theme: readonly Theme[]; rows: readonly Rows[] };

type DisplayName = keyof typeof choices;

/**
 * Reads the choices in a `Cookie` header. Old cookies without the `__Host-` prefix still count: with those, another
 * host of the domain could at most choose for a visitor who has not chosen.
 */
export function readDisplay(cookieHeader: string | null): Display {
  const readChoice = <Name extends DisplayName>(name: Name) => {
    const values = [true, false].flatMap((secure) =>
      cookieValues(cookieHeader, cookieName(name, secure)),
    );
    return values.map((value) => asChoice(name, value)).find((value) => value !== undefined);
  };
  return { theme: readChoice("theme") ?? "system", rows: readChoice("rows") ?? "compact" };
}

/** A `Cookie` header with only the display choices; equal for all visitors who see the same page. */
export function displayChoice({ theme, rows }: Display): string {
  return `theme=${theme}; rows=${rows}`;
}

/**
 * Reads the form that makes one of the choices.
 *
 * @returns `from`: the page that the form names as its sender; `headers`: store a valid choice for a year
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

/** The text as a choice; undefined when it is not an allowed value. */
function asChoice<Name extends DisplayName>(
  name: Name,
  text: unknown,
): (typeof choices)[Name][number] | undefined {
  const allowed: readonly (typeof choices)[Name][number][] = choices[name];
  return allowed.find((choice) => choice === text);
}
