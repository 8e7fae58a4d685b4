import { useFetcher } from "@remix-run/react";
import type { Theme } from "server/session/theme-cookie.server";
import { useSite } from "./site";

/** Key of the fetcher that sends a choice of theme. */
export const THEME_FETCHER = "theme";

/**
 * The visitor's theme: the choice that is being sent, else the last one that was sent, else the cookie's. The root's data
 * alone would miss a choice whose reload a navigation has ended.
 */
export function useTheme(): Theme {
  const { theme } = useSite();
  const { formData, data } = useFetcher<{ theme: Theme } | null>({ key: THEME_FETCHER });
  const sent = formData?.get("theme");
  return sent === "day" || sent === "night" ? sent : (data?.theme ?? theme);
}
