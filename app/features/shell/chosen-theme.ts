import { useFetcher } from "@remix-run/react";
import type { Theme } from "server/session/cookies.server";
import { useSite } from "./site";

/** Key of the fetcher that sends a choice of theme. */
export const THEME_FETCHER = "theme";

/**
 * The visitor's theme: the last choice that the server has stored, else the cookie's. The root's data alone would miss a
 * choice whose reload a navigation has ended.
 */
export function useChosenTheme(): Theme {
  const { theme } = useSite();
  const { data } = useFetcher<{ theme: Theme } | null>({ key: THEME_FETCHER });
  return data?.theme ?? theme;
}
