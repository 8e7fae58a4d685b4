import { Outlet } from "@remix-run/react";
import type { PageHandle } from "~/features/shell/page-handle";
import { SiteShell } from "~/features/shell/site-shell";
import { unroutedPage } from "~/features/shell/unrouted-page";

export const handle: PageHandle = { unrouted: unroutedPage };

/** The public site: one shell around all its pages, which stays while they change. */
export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
