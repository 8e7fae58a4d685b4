import { useRouteLoaderData } from "@remix-run/react";
import { useContext } from "react";
import { outboundLinks, type OutboundLinks } from "~/content/outbound-links";
import type { Settings } from "server/process/settings.server";
import type { Theme } from "server/session/theme-cookie.server";
import { DocumentContext } from "./document-context";

/** The public settings and the visitor's theme, available on every page. */
export interface Site {
  siteName: string;
  /** Public origin, no trailing slash. */
  siteUrl: string;
  contactEmail: string;
  /** Addresses of other sites, with the overrides of the settings. */
  links: OutboundLinks;
  /** The visitor's choice of theme. */
  theme: Theme;
}

/** Selects the public part of the settings. */
export function siteFrom(
  settings: Pick<Settings, "siteName" | "siteUrl" | "contactEmail" | "outbound">,
  theme: Theme = "system",
): Site {
  const { siteName, siteUrl, contactEmail, outbound } = settings;
  const links = outboundLinks(outbound);
  return { siteName, siteUrl: siteUrl.origin, contactEmail, links, theme };
}

/** For the error page of an open page whose settings could not be loaded again. */
const UNKNOWN: Site = {
  siteName: "",
  siteUrl: "",
  contactEmail: "",
  links: {} as OutboundLinks, // an error page has no such links
  theme: "system",
};

/** The public settings and the theme, also on documents without data. */
export function useSite(): Site {
  const loaded = useRouteLoaderData<Site>("root");
  const { site: known } = useContext(DocumentContext);
  return loaded ?? known ?? UNKNOWN;
}

/** The public settings from the matches that Remix passes to a `meta` function of a document with data. */
export function siteOf(matches: readonly ({ id: string; data?: unknown } | undefined)[]): Site {
  return matches.find((match) => match?.id === "root")?.data as Site; // what the root's loader returns
}
