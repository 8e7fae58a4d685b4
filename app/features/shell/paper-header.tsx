import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { Logo } from "~/ui/logo";
import { PauseMotionSwitch } from "./pause-motion-switch";
import "./paper-header.css";

/** The quiet header of the day pages: the logo, the motion switch, and one way back. */
export function PaperHeader() {
  return (
    <header className="paper-header">
      <div className="wrap">
        <Logo className="mr-auto" />
        <PauseMotionSwitch />
        <Link className="back" to="/">
          <ArrowLeft className="i" aria-hidden="true" />
          Back to Home
        </Link>
      </div>
    </header>
  );
}
