import { useRouteLoaderData } from "@remix-run/react";

/** The configured name of the site; its default where the root's data is missing (error pages). */
export function useSiteName(): string {
  return useRouteLoaderData<{ siteName: string }>("root")?.siteName ?? "Pulse";
}
