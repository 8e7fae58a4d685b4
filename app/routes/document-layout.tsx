import { Outlet } from "@remix-run/react";
import type { PageHandle } from "~/features/shell/page-handle";
import { DocumentLayout } from "~/features/shell/document-layout";

export const handle: PageHandle = { theme: "day" };

/** The quiet pages to read and to fill in, by day. */
export default function DocumentLayoutRoute() {
  return (
    <DocumentLayout>
      <Outlet />
    </DocumentLayout>
  );
}
