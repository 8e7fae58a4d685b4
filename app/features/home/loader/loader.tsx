import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { films } from "~/content/films";
import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { Film } from "~/ui/film";
import { LogoMark, logoStyle } from "~/ui/logo";
import { MessageSign } from "~/ui/message-sign";
import { ProgressRing } from "~/ui/progress-ring";
import { statusMessage, statusWord, advance, tickDelay } from "./loader-progress";
import { Particles } from "./particles";

/** The loader ends after ten seconds, whatever its progress. */
const HIDE_MS = 10_000;

/** The loader of a first visit. It takes ten seconds, or less if the visitor skips it. */
export function Loader({ onEnd }: { onEnd: () => void }) {
  const { siteName } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  const progress = useLoaderProgress();
  const percent = Math.floor(progress);

  useEffect(() => {
    const timer = setTimeout(onEnd, HIDE_MS);
    return () => clearTimeout(timer);
  }, [onEnd]);

  // Before the loader is painted, so that nobody sees the page.
  useLayoutEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className="home-loader size-full max-h-none max-w-none overflow-x-hidden overflow-y-auto bg-ground text-ink print:hidden"
      aria-label="Loading"
      onClose={onEnd}
    >
      <Particles />
      <div className="relative z-2 flex items-center justify-between px-4 py-3.5 md:px-8 md:py-5">
        <span className={logoStyle}>
          <LogoMark />
          <span className="pt-1">{siteName}</span>
        </span>
        <form method="dialog">
          <button className={skipStyle}>Skip</button>
        </form>
      </div>
      <div className={centreStyle}>
        <Film film={films.loader} className="relative mx-auto size-55 max-w-full md:size-80" />
        <div className="mt-6 grid grid-cols-1 gap-3 md:grid-cols-auto-1 md:gap-6">
          <Percent progress={progress} />
          <MessageSign lines={[statusWord(progress)]} className={statusStyle} />
        </div>
        <div
          className={`mt-5.5 h-2.5 text-lane-off md:mt-7 ${dashes}`}
          role="progressbar"
          aria-label="Loading"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div
            className={`h-full text-accent ${dashes}`}
            style={{ clipPath: `inset(0 ${100 - progress}% 0 0)` }}
          />
        </div>
        <p className="mt-3.5 font-mono text-13/snug font-semibold md:text-15" role="status">
          {statusMessage(progress, siteName)}
        </p>
      </div>
    </dialog>
  );
}

const skipStyle = buttonStyle({ tone: "scrim", size: "small" });

const centreStyle =
  "relative z-1 mx-auto mb-6 flex min-h-[calc(100dvh-160px)] w-[min(760px,100%-32px)] flex-col " +
  "justify-center";

const statusStyle =
  "px-3 py-4.5 text-center text-32/tight tracking-wider md:px-8.5 md:py-5.5 md:text-48";

/** A horizontal lane line in the text colour. */
const dashes = "bg-[repeating-linear-gradient(90deg,currentColor_0_36px,transparent_36px_52px)]";

/** The percentage. The progress bar has the same value for assistive technology. */
function Percent({ progress }: { progress: number }) {
  return (
    <div className="flex items-center justify-center gap-4.5 rounded-sign border border-line bg-ground p-3 md:py-0 md:pr-6.5 md:pl-5">
      <ProgressRing percent={progress} className={ringStyle} />
      <b className="min-w-[2.2em] pt-2 font-large text-44/none font-extrabold tracking-tight tabular-nums md:text-56">
        {Math.floor(progress)}
        <small className="text-28 font-bold text-ink-2">%</small>
      </b>
    </div>
  );
}

const ringStyle =
  "size-16 stroke-2 text-lane-off [--radius:30px] max-md:size-8.5 max-md:stroke-1 max-md:[--radius:15.2px]";

function useLoaderProgress(): number {
  const [progress, setProgress] = useState(0);
  useEffect(() => {
    if (progress >= 100) return;
    const timer = setTimeout(
      () => setProgress(advance(progress, Math.random())),
      tickDelay(Math.random()),
    );
    return () => clearTimeout(timer);
  }, [progress]);
  return progress;
}
