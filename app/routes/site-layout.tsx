import { Outlet } from "@remix-run/react";
import type { PageHandle } from "~/features/shell/page-handle";
import { SiteShell } from "~/features/shell/site-shell";
import { unroutedPage } from "~/features/shell/unrouted-page";

export const handle: PageHandle = { unrouted: unroutedPage };

/** Layout of the public site: the shell around each of its pages. */
export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
