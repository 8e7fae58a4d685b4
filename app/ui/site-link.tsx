import { Link, PrefetchPageLinks, type LinkProps } from "@remix-run/react";
import { useRef, useState } from "react";
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
 * focus; but not where data is to be saved. Remix's own prefetching loads the page anew when a module does not come,
 * and what was typed would be gone: so it begins once the modules are here.
 */
export function SiteLink(props: SiteLinkProps) {
  const saves = useBrowserValue(never, savesData, true);
  const [came, setCame] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const [path] = props.to.split(/[?#]/);
  const here = path || "/";

  const point = () => {
    // Who only passes over a link does not want its page. Without a network it comes when the link is followed.
    timer.current = setTimeout(() => {
      importPage(here).then(() => setCame(true), never);
    }, 100);
  };
  const leave = () => {
    clearTimeout(timer.current);
    setCame(false);
  };
  const handlers = !saves &&
    prefetchedPaths.includes(here) && {
      onMouseEnter: point,
      onMouseLeave: leave,
      onFocus: point,
      onBlur: leave,
      onTouchStart: point,
    };
  return (
    <>
      <Link {...handlers} {...props} />
      {came && <PrefetchPageLinks page={props.to} />}
    </>
  );
}

/**
 * Imports the modules of a page as Remix will, so that it finds them there.
 *
 * @param path of a page without parameters, such as `/blogs`
 * @throws when one does not come
 */
async function importPage(path: string): Promise<void> {
  const { routes } = window.__remixManifest;
  let route = Object.values(routes).find((one) =>
    path === "/" ? one.index : one.path === path.slice(1),
  );
  for (; route; route = routes[route.parentId ?? ""]) {
    await import(/* @vite-ignore */ route.module);
  }
}

const never = () => () => undefined;
