import { Outlet } from "@remix-run/react";
import type { PageHandle } from "~/features/shell/page-handle";
import { PaperShell } from "~/features/shell/paper-shell";

export const handle: PageHandle = { theme: "day" };

/** The quiet pages to read and to fill in, by day. */
export default function PaperLayout() {
  return (
    <PaperShell>
      <Outlet />
    </PaperShell>
  );
}
