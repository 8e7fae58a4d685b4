import { useRouteLoaderData } from "@remix-run/react";
import { outboundLinks, type OutboundLinks } from "~/content/outbound-links";

/** Addresses outside the site, with the settings' overrides; on the bare error page the placeholders. */
export function useOutboundLinks(): OutboundLinks {
  return useRouteLoaderData<{ links: OutboundLinks }>("root")?.links ?? outboundLinks({});
}
