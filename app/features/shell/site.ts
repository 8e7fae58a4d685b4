import { useRouteLoaderData } from "@remix-run/react";
import { outboundLinks, type OutboundLinks } from "~/content/outbound-links";
import type { Settings } from "server/process/settings.server";
import type { Display } from "server/session/display-cookies.server";

/** What every page may know of the settings, all of it public, and of the visitor's choice. */
export interface Site {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  contactEmail: string;
  /** The longest time that an answer of the server takes, in milliseconds. */
  longestAnswer: number;
  /** Addresses outside the site, with the settings' overrides. */
  links: OutboundLinks;
  /** How the visitor has chosen that pages look. */
  display: Display;
}

type PublicSettings = Pick<
  Settings,
  "siteName" | "siteUrl" | "contactEmail" | "upstreamTimeoutMs" | "outbound"
>;

/** What of the settings every page may know. */
export function siteFrom(settings: PublicSettings, display: Display): Site {
  const { siteName, siteUrl, contactEmail, upstreamTimeoutMs: longestAnswer, outbound } = settings;
  const links = outboundLinks(outbound);
  return { siteName, siteUrl: siteUrl.origin, contactEmail, longestAnswer, links, display };
}

/** The public settings, on every page. */
export function useSite(): Site {
  return useRouteLoaderData<Site>("root") ?? siteWithoutData();
}

/** Where no settings are known: their default, in milliseconds. */
const LONGEST_ANSWER = 5000;

let longest = LONGEST_ANSWER;
let isOutdated = false;

/** {@link Site.longestAnswer} of the settings that were loaded last. */
export const longestAnswer = () => longest;

/** Has the next page loaded bring the site's data too, which otherwise stay as they are. */
export function loadSiteAgain(): void {
  isOutdated = true;
}

/** Whether the site's data are to be loaded with the next page. */
export const isSiteOutdated = () => isOutdated;

/** Called when the site's data have come. */
export function noteSite(site: Site): void {
  longest = site.longestAnswer;
  isOutdated = false;
}

/** The public settings from the matches that Remix hands to a `meta` function. */
export function siteOf(matches: readonly ({ id: string; data?: unknown } | undefined)[]): Site {
  const root = matches.find((match) => match?.id === "root");
  return (root?.data as Site | undefined) ?? siteWithoutData(); // what the root's loader returns
}

const NOTHING_CHOSEN: Display = { theme: "system", rows: "compact" };

let ofTheServer: Site = {
  siteName: "Pulse",
  siteUrl: "",
  contactEmail: "",
  longestAnswer: LONGEST_ANSWER,
  // The table of addresses stays with the server: a browser has them from the root's data.
  links: import.meta.env.SSR ? outboundLinks({}) : ({} as OutboundLinks),
  display: NOTHING_CHOSEN,
};

/** Tells the server's side the settings, before the first page is rendered. */
export function setSite(settings: PublicSettings): void {
  ofTheServer = siteFrom(settings, NOTHING_CHOSEN);
}

/**
 * For documents without the root's data: a refused method runs no loader. The browser finds the name in the
 * document again, which has it from `errorMeta`; such a page shows nothing else of the settings.
 */
function siteWithoutData(): Site {
  if (typeof document === "undefined") return ofTheServer;
  const written = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]');
  return written ? { ...ofTheServer, siteName: written.content } : ofTheServer;
}
