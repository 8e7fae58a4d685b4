import type { ReactNode } from "react";
import { DocumentHeader } from "./document-header";
import { LastingToast } from "./lasting-toast";

interface DocumentLayoutProps {
  /** Its own, where it is not the one of all these pages. */
  header?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** Header and main of the pages to read and to fill in. */
export function DocumentLayout({
  header = <DocumentHeader />,
  footer,
  children,
}: DocumentLayoutProps) {
  return (
    <>
      {header}
      <LastingToast className="page-wrap pt-6 max-deck:px-4" />
      <main id="main">{children}</main>
      {footer}
    </>
  );
}
