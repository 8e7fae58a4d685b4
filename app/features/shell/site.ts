import type { MetaArgs } from "@remix-run/node";
import { useFetcher, useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import { outboundLinks, type OutboundLinks } from "~/content/outbound-links";
import type { Settings } from "server/process/settings.server";
import type { Theme } from "server/session/theme.server";

/** The public settings and the visitor's theme, available on every page. */
export interface Site {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  contactEmail: string;
  privacyEmail: string;
  /** Addresses of other sites, with the overrides of the settings. */
  links: OutboundLinks;
  /** The visitor's choice of theme. */
  theme: Theme;
}

/** What the server knows while it renders a document; empty in the browser. */
export const DocumentContext = createContext<{
  /** Nonce of the response's Content-Security-Policy. Browsers hide nonces anyway. */
  nonce?: string;
  /** Id of the request in the log. */
  reference?: string;
  /** The public settings, for documents without data. In the browser only an error page of an open page has none. */
  site: Site;
}>({ site: { siteName: "", theme: "system" } as Site });

/** Selects the public part of the settings. */
export function siteFrom(settings: Settings, theme: Theme = "system"): Site {
  const { siteName, siteUrl, contactEmail, privacyEmail, outbound } = settings;
  const links = outboundLinks(outbound);
  return { siteName, siteUrl: siteUrl.origin, contactEmail, privacyEmail, links, theme };
}

/** The public settings and the theme, also on documents without data. */
export function useSite(): Site {
  const loaded = useRouteLoaderData<Site>("root");
  const { site } = useContext(DocumentContext);
  return loaded ?? site;
}

/** Key of the fetcher that sends a choice of theme. */
export const THEME_FETCHER = "theme";

/** The visitor's theme: the last choice that the server has stored, else the cookie's, which the root has loaded. */
export function useChosenTheme(): Theme {
  const { theme } = useSite();
  const { data } = useFetcher<{ theme: Theme }>({ key: THEME_FETCHER });
  return data?.theme ?? theme;
}

/** The public settings from the matches that Remix passes to a `meta` function of a document with data. */
export function siteOf(matches: MetaArgs["matches"]): Site {
  return matches.find(({ id }) => id === "root")?.data as Site; // what the root's loader returns
}
