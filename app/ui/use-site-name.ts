import { useRouteLoaderData } from "@remix-run/react";
import { siteNameWithoutData } from "~/lib/site-name";

/** The configured name of the site, on every page. */
export function useSiteName(): string {
  const root = useRouteLoaderData<{ siteName: string }>("root");
  return root?.siteName ?? siteNameWithoutData();
}
