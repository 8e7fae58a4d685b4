import { Link, type LinkProps } from "@remix-run/react";
import { useBrowserValue } from "~/lib/hydration";
import { savesData } from "~/lib/connection";

/**
 * Pages that may be fetched before anybody has asked for them: those that are the same for everybody and change
 * nothing. Forms, invitations and whatever is limited are none of them.
 */
export const prefetchedPaths: readonly string[] = [
  "/",
  "/blogs",
  "/pulsescout",
  "/pulsegen",
  "/privacyandpolicy-app",
];

export type SiteLinkProps = Omit<LinkProps, "to"> & { to: string };

/**
 * A link within the site. What its page needs is fetched as soon as somebody points at it, touches it or gives it the
 * focus; but not where data is to be saved.
 */
export function SiteLink(props: SiteLinkProps) {
  const saves = useBrowserValue(never, savesData, true);
  const [path = ""] = props.to.split(/[?#]/);
  const prefetch = !saves && prefetchedPaths.includes(path || "/") ? "intent" : "none";
  return <Link prefetch={prefetch} {...props} />;
}

const never = () => () => undefined;
