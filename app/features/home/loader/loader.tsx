import { useEffect, useRef, type KeyboardEvent } from "react";
import { films } from "~/content/films";
import { useSite } from "~/features/shell/site";
import { Film } from "~/ui/film/film";
import { LogoMark, logoStyle } from "~/ui/logo";
import { MessageSign } from "~/ui/message-sign";
import { ProgressRing } from "~/ui/progress-ring";
import { leaveLoader } from "./first-visit";
import { statusMessage, statusWord } from "./loader-progress";
import { StudSky } from "./stud-sky";
import { useLoaderProgress } from "./use-loader-progress";

/** The loader leaves after ten seconds, however far its progress is. */
const HIDE_MS = 10_000;

/** What a first visit begins with: ten seconds, or less if one skips it. */
export function Loader() {
  const { siteName } = useSite();
  const skip = useRef<HTMLButtonElement>(null);
  const progress = useLoaderProgress();
  const percent = Math.floor(progress);

  useEffect(() => {
    skip.current?.focus();
    const timer = setTimeout(leaveLoader, HIDE_MS);
    return () => clearTimeout(timer);
  }, []);

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") leaveLoader();
  };
  return (
    // Escape only repeats what the Skip button does.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="loader"
      role="dialog"
      aria-modal="true"
      aria-label="Loading"
      onKeyDown={leaveOnEscape}
    >
      <StudSky />
      <div className="loader-bar">
        <span className={logoStyle}>
          <LogoMark />
          <span className="pt-1">{siteName}</span>
        </span>
        <button type="button" className="btn line small" ref={skip} onClick={leaveLoader}>
          Skip
        </button>
      </div>
      <div className="loader-centre">
        <Film film={films.loader} className="loader-film" />
        <div className="loader-reading">
          <div className="loader-percent">
            <ProgressRing percent={progress} />
            <b>
              {percent}
              <small>%</small>
            </b>
          </div>
          <MessageSign lines={[statusWord(progress)]} />
        </div>
        <div
          className="loader-lane"
          role="progressbar"
          aria-label="Loading"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ clipPath: `inset(0 ${100 - progress}% 0 0)` }} />
        </div>
        <p className="loader-message" role="status">
          {statusMessage(progress, siteName)}
        </p>
      </div>
    </div>
  );
}
