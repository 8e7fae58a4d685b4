import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { pages } from "~/content/pages";
import { Logo } from "./logo";
import { PauseMotionSwitch } from "./pause-motion-switch";

interface DocumentHeaderProps {
  /** Label of the link to the home page. */
  home?: string | undefined;
  /** Label of the motion switch. */
  pauseMotion?: string | undefined;
  /** An additional control of the page. */
  children?: ReactNode;
}

/** Header of the pages in the day theme: the logo, the motion switch, and a link to the home page. */
export function DocumentHeader({
  home = "Back to Home",
  pauseMotion,
  children,
}: DocumentHeaderProps) {
  return (
    <header className="border-b border-line">
      <div className="page-wrap flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 max-deck:px-4">
        <Logo className="me-auto" />
        {children}
        <PauseMotionSwitch name={pauseMotion} className="print:hidden" />
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
