import { requestContext } from "../http/request-context.server";
import { cookieName, cookieValues } from "./cookie-header.server";

export type Theme = "day" | "night";

const NAME = "theme";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The visitor's choice from a `Cookie` header; day when none was made. A choice of the time before the prefix still
 * counts: another host of the domain could at most choose for a visitor who has not.
 */
export function readTheme(cookieHeader: string | null): Theme {
  const values = [true, false].flatMap((secure) =>
    cookieValues(cookieHeader, cookieName(NAME, secure)),
  );
  return values.find((value) => value === "day" || value === "night") ?? "day";
}

/** A `Cookie` header of the choice alone. */
export function themeChoice(theme: Theme): string {
  return `${NAME}=${theme}`;
}

/** `Set-Cookie` value that remembers a choice for a year. Holds nothing about the person. */
export function themeCookie(theme: Theme): string {
  const { secureCookies } = requestContext();
  const name = cookieName(NAME, secureCookies);
  return `${name}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${secureCookies ? "; Secure" : ""}`;
}
