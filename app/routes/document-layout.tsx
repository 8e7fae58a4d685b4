import { Outlet } from "@remix-run/react";
import { DocumentHeader } from "~/features/shell/document-header";
import { LastingToast } from "~/features/shell/lasting-toast";
import type { PageHandle } from "~/features/shell/page-handle";
import { unroutedPage } from "~/features/shell/unrouted-page";

export const handle: PageHandle = { theme: "day", unrouted: unroutedPage };

/** Header, message of the previous form, and main element of the text pages, in the day theme. */
export default function DocumentLayout() {
  return (
    <>
      <DocumentHeader />
      <LastingToast className="page-wrap pt-6 max-deck:px-4" />
      <main className="page-wrap pt-10 pb-16 wrap-break-word max-deck:px-4 deck:pt-18 deck:pb-30">
        <Outlet />
      </main>
    </>
  );
}
