export type Theme = "day" | "night";

const NAME = "theme";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The visitor's choice from a `Cookie` header; day when none was made. */
export function readTheme(cookieHeader: string | null): Theme {
  return new RegExp(`(?:^|;\\s*)${NAME}=night(?:;|$)`).test(cookieHeader ?? "") ? "night" : "day";
}

/** A `Cookie` header of the choice alone. */
export function themeChoice(theme: Theme): string {
  return `${NAME}=${theme}`;
}

/** `Set-Cookie` value that remembers a choice for a year. Holds nothing about the person. */
export function themeCookie(theme: Theme): string {
  return `${themeChoice(theme)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly`;
}
