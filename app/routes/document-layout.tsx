import { Outlet } from "@remix-run/react";
import { DocumentHeader } from "~/features/shell/document-header";
import type { PageHandle } from "~/features/shell/page-handle";

export const handle: PageHandle = { theme: "day", scripts: false };

/** Header and main element of the text pages, in the day theme. */
export default function DocumentLayout() {
  return (
    <>
      <DocumentHeader />
      <main className="page-wrap pt-10 pb-16 wrap-break-word max-deck:px-4 deck:pt-18 deck:pb-30">
        <Outlet />
      </main>
    </>
  );
}
