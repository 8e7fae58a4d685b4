import type { ReactNode } from "react";
import { PaperHeader } from "./paper-header";
import { UnscriptedToast } from "./unscripted-toast";

/** Header and main of the pages to read and to fill in. */
export function PaperShell({ children }: { children: ReactNode }) {
  return (
    <>
      <PaperHeader />
      <UnscriptedToast className="page-wrap pt-6 max-deck:px-4 print:hidden" />
      <main id="main">{children}</main>
    </>
  );
}
