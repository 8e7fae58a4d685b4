import { Outlet } from "@remix-run/react";
import { SiteShell } from "~/features/shell/site-shell";

/** Layout of the public site: the shell around each of its pages. */
export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
