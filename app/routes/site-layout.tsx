import { Outlet } from "@remix-run/react";
import { SiteShell } from "~/features/shell/site-shell";

/** The public site: one shell around all its pages, which stays while they change. */
export default function SiteLayout() {
  return (
    <SiteShell>
      <Outlet />
    </SiteShell>
  );
}
