import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Logo } from "~/ui/logo";
import { ToastArea } from "~/ui/toast-area";
import { useHydrated } from "~/ui/use-hydrated";
import { PauseMotionSwitch } from "./pause-motion-switch";
import "~/ui/messages.css";
import "./road-closed.css";

/**
 * The sign at the end of a road: what stands on it, and two ways on.
 *
 * @param heading the large text, a number or a few words
 */
export function RoadClosed(props: { heading: string; text: string; children?: ReactNode }) {
  return (
    <div className="road-closed" data-theme="night">
      <header className="wrap">
        <Logo />
        <PauseMotionSwitch />
      </header>
      <main>
        <div className="sign white">
          <p className="closed">ROAD CLOSED</p>
          <h1 data-long={props.heading.length > 3 || undefined}>{props.heading}</h1>
          <p className="oops">{props.text}</p>
          {props.children}
        </div>
        <div className="barrier" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div className="ways">
          <GoBack />
          <a className="btn line" href="/">
            Go Home
          </a>
        </div>
      </main>
      <ToastArea />
    </div>
  );
}

/** Back in the browser's history; without JavaScript, or with no history, home. */
function GoBack() {
  const hydrated = useHydrated();
  const face = (
    <>
      <ArrowLeft className="i" aria-hidden="true" />
      Go Back
    </>
  );
  if (!hydrated) {
    return (
      <a className="btn" href="/">
        {face}
      </a>
    );
  }
  return (
    <button
      className="btn"
      type="button"
      onClick={() => (history.length > 1 ? history.back() : location.assign("/"))}
    >
      {face}
    </button>
  );
}
