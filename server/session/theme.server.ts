import { postedForm, requestContext } from "../process/request-context.server";
import { choiceCookie, cookieName, cookieValues } from "./cookies.server";

const themes = ["day", "night"] as const;

/** `system`: no theme was chosen, and the page follows the setting of the browser. */
export type Theme = (typeof themes)[number] | "system";

/**
 * Reads the chosen theme in a `Cookie` header. Old cookies without the `__Host-` prefix still count: with those, another
 * host of the domain could at most choose for a visitor who has not chosen.
 */
export function readTheme(cookieHeader: string | null): Theme {
  const values = [true, false].flatMap((secure) =>
    cookieValues(cookieHeader, cookieName("theme", secure)),
  );
  return values.map(asTheme).find((theme) => theme !== undefined) ?? "system";
}

/** A `Cookie` header with only the theme; equal for all visitors who see the same page. */
export const themeCookie = (theme: Theme) => `theme=${theme}`;

/** Reads the form that chooses a theme. @returns headers that store the choice for a year; null without a valid one */
export async function postedTheme(request: Request) {
  const theme = asTheme((await postedForm(request)).get("theme"));
  if (theme === undefined) return null;
  return { "Set-Cookie": choiceCookie("theme", theme, requestContext().secureCookies) };
}

/** The text as a theme that can be chosen; undefined for any other text. */
function asTheme(text: unknown) {
  return themes.find((theme) => theme === text);
}
