import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { pages } from "~/content/pages";
import { Logo } from "~/ui/logo";
import { PauseMotionSwitch } from "./pause-motion-switch";
import { useSite } from "./site";

interface DocumentHeaderProps {
  /** What the link home is called. */
  home?: string | undefined;
  /** What the motion switch is called. */
  pauseMotion?: string | undefined;
  /** A further control of the page's own. */
  children?: ReactNode;
}

/** The quiet header of the day pages: the logo, the motion switch, and one way back. */
export function DocumentHeader({
  home = "Back to Home",
  pauseMotion,
  children,
}: DocumentHeaderProps) {
  return (
    <header className="border-b border-line">
      <div className="page-wrap flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 max-deck:px-4">
        <Logo siteName={useSite().siteName} className="me-auto" />
        {children}
        <PauseMotionSwitch size="normal" name={pauseMotion} className="print:hidden" />
        <a
          className="inline-flex min-h-11 items-center gap-2 font-semibold print:hidden"
          href={pages.home.path}
        >
          <ArrowLeft className="icon rtl:-scale-x-100" />
          {home}
        </a>
      </div>
    </header>
  );
}
