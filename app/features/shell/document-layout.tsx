import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ToastSign } from "~/ui/toaster";
import { useHydrated } from "~/lib/hydration";
import { DocumentHeader } from "./document-header";

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
      <UnscriptedToast />
      <main id="main">{children}</main>
      {footer}
    </>
  );
}

/** Without scripts, what the last step had to say is a line that stays. */
function UnscriptedToast() {
  const scripted = useHydrated();
  const toast = useRouteLoaderData<{ toast: { message: string } | null }>("root")?.toast;
  if (scripted || !toast) return null;
  return (
    <div className="page-wrap pt-6 max-deck:px-4 print:hidden" role="status">
      <ToastSign kind="success" message={toast.message} className="w-fit max-w-87.5" />
    </div>
  );
}
