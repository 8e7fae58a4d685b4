import { useRouteLoaderData } from "@remix-run/react";
import { outboundLinks, type OutboundLinks } from "~/content/outbound-links";
import type { Settings } from "server/process/settings.server";
import type { Theme } from "server/session/theme-cookie.server";

/** The public settings and the visitor's theme, available on every page. */
export interface Site {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  contactEmail: string;
  /** The longest time that the server takes to respond, in milliseconds. */
  longestAnswer: number;
  /** Addresses of other sites, with the overrides of the settings. */
  links: OutboundLinks;
  /** The visitor's choice of theme. */
  theme: Theme;
}

type PublicSettings = Pick<
  Settings,
  "siteName" | "siteUrl" | "contactEmail" | "upstreamTimeoutMs" | "outbound"
>;

/** Selects the public part of the settings. */
export function siteFrom(settings: PublicSettings, theme: Theme): Site {
  const { siteName, siteUrl, contactEmail, upstreamTimeoutMs: longestAnswer, outbound } = settings;
  const links = outboundLinks(outbound);
  return { siteName, siteUrl: siteUrl.origin, contactEmail, longestAnswer, links, theme };
}

/** The public settings and the theme, also on pages without data. */
export function useSite(): Site {
  return useRouteLoaderData<Site>("root") ?? siteWithoutData();
}

/** Default in milliseconds, used when the settings are unknown. */
const LONGEST_ANSWER = 5000;

let longest = LONGEST_ANSWER;
let isOutdated = false;

/** {@link Site.longestAnswer} of the most recently loaded settings. */
export const longestAnswer = () => longest;

/** Makes the next data request load the site's data too, which are otherwise kept. */
export function markSiteOutdated(): void {
  isOutdated = true;
}

/** Whether the next data request has to load the site's data. */
export const isSiteOutdated = () => isOutdated;

/** Call it when the site's data have been loaded. */
export function updateSite(site: Site): void {
  longest = site.longestAnswer;
  isOutdated = false;
}

/** The public settings from the matches that Remix passes to a `meta` function. */
export function siteOf(matches: readonly ({ id: string; data?: unknown } | undefined)[]): Site {
  const root = matches.find((match) => match?.id === "root");
  return (root?.data as Site | undefined) ?? siteWithoutData(); // what the root's loader returns
}

let fallbackSite: Site = {
  siteName: "Pulse",
  siteUrl: "",
  contactEmail: "",
  longestAnswer: LONGEST_ANSWER,
  // The browser's scripts leave the table of addresses out: it comes with the root's data.
  links: import.meta.env.SSR ? outboundLinks({}) : ({} as OutboundLinks),
  theme: "system",
};

/** Sets the settings on the server, before the first page is rendered. */
export function setSite(settings: PublicSettings): void {
  fallbackSite = siteFrom(settings, "system");
}

/**
 * The settings of documents without the root's data: a refused method runs no loader. The browser reads the site's name
 * from the meta tag that `errorMeta` has written; such a page displays no other setting.
 */
function siteWithoutData(): Site {
  if (typeof document === "undefined") return fallbackSite;
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  return name ? { ...fallbackSite, siteName: name.content } : fallbackSite;
}
