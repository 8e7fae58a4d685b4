import { ArrowLeft } from "lucide-react";
import { pages } from "~/content/pages";
import { Logo } from "~/ui/logo";
import { SiteLink } from "~/ui/site-link";
import { PauseMotionSwitch } from "./pause-motion-switch";
import { useSite } from "./site";

/** The quiet header of the day pages: the logo, the motion switch, and one way back. */
export function DocumentHeader() {
  return (
    <header className="border-b border-line">
      <div className="page-wrap flex min-h-18 flex-wrap items-center gap-x-4 gap-y-1 max-deck:px-4">
        <Logo siteName={useSite().siteName} className="mr-auto" />
        <PauseMotionSwitch className="print:hidden" />
        <SiteLink
          className="inline-flex min-h-11 items-center gap-2 font-semibold print:hidden"
          to={pages.home.path}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
          Back to Home
        </SiteLink>
      </div>
    </header>
  );
}
