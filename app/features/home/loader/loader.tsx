import { useContext, useEffect, useRef, useState } from "react";
import { films } from "~/content/films";
import { loaderMessages, loaderWords, type LoaderTexts } from "~/content/loader";
import { LogoMark, logoStyle } from "~/features/shell/logo";
import { DocumentContext, useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { Film } from "~/ui/film";
import { MessageSign } from "~/ui/message-sign";
import { ProgressRing } from "~/ui/progress-ring";
import { Particles } from "./particles";

const LOADER_ID = "loader";

/**
 * Inline script that opens the loader on a first visit, before the page is painted; a page that has been seen gets no
 * loader. It ends after ten seconds, whatever its progress, and needs no other script to end.
 */
export const OPEN_ON_FIRST_VISIT = `(() => {
  const { dataset } = document.documentElement;
  const isUnwanted = dataset.motion === "paused" || matchMedia("(prefers-reduced-motion: reduce)").matches ||
    "saveData" in dataset || document.prerendering || performance.getEntriesByType("paint").length > 0 ||
    /(^|; )(__Host-)?loader=off/.test(document.cookie);
  try {
    if (isUnwanted || localStorage.getItem("loaderShown") !== null) return;
    localStorage.setItem("loaderWaits", "true");
    localStorage.removeItem("loaderWaits");
  } catch {
    return;
  }
  const loader = document.getElementById("${LOADER_ID}");
  loader.addEventListener("close", () => localStorage.setItem("loaderShown", "true"));
  loader.showModal();
  setTimeout(() => loader.close(), 10_000);
})()`;

// The same elements at each tick of the progress, so that React does not compare them.
const particles = <Particles />;
const film = (
  <Film film={films.loader} className="relative mx-auto size-55 max-w-full md:size-80" />
);

/** The loader of a first visit: a closed dialog, and the script that opens it. Skip and Escape close it. */
export function Loader() {
  const { siteName } = useSite();
  const { nonce } = useContext(DocumentContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const progress = useLoaderProgress(dialog);
  const percent = Math.floor(progress);
  return (
    <>
      <dialog
        id={LOADER_ID}
        ref={dialog}
        className={loaderStyle}
        aria-label="Loading"
        suppressHydrationWarning // the script below has opened it
      >
        {particles}
        <form method="dialog" className={barStyle}>
          <span className={logoStyle}>
            <LogoMark />
            <span className="pt-1">{siteName}</span>
          </span>
          <button className={buttonStyle({ tone: "scrim", size: "small" })}>Skip</button>
        </form>
        <div className="relative z-1 mx-auto mb-6 flex min-h-[calc(100dvh-160px)] w-[min(760px,100%-32px)] flex-col justify-center">
          {film}
          <div className="mt-6 grid grid-cols-1 gap-3 md:grid-cols-auto-1 md:gap-6">
            <div className="flex items-center justify-center gap-4.5 rounded-sign border border-line bg-ground p-3 md:py-0 md:pr-6.5 md:pl-5">
              <ProgressRing percent={progress} className={ringStyle} />
              <b className="min-w-[2.2em] pt-2 font-large text-44/none font-extrabold tracking-tight tabular-nums md:text-56">
                {percent}
                <small className="text-28 font-bold text-ink-2">%</small>
              </b>
            </div>
            <MessageSign lines={[textAt(progress, loaderWords)]} className={statusStyle} />
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
            {textAt(progress, loaderMessages).replace("{product}", () => siteName)}
          </p>
        </div>
      </dialog>
      <script
        nonce={nonce}
        suppressHydrationWarning // browsers hide the nonce
        dangerouslySetInnerHTML={{ __html: OPEN_ON_FIRST_VISIT }}
      />
    </>
  );
}

const loaderStyle =
  "m-0 size-full max-h-none max-w-none overflow-x-hidden overflow-y-auto bg-ground text-ink print:hidden";

const barStyle = "relative z-2 flex items-center justify-between px-4 py-3.5 md:px-8 md:py-5";

const statusStyle =
  "px-3 py-4.5 text-center text-32/tight tracking-wider md:px-8.5 md:py-5.5 md:text-40 lg:text-[3rem]";

/** A horizontal lane line in the text colour. */
const dashes = "bg-[repeating-linear-gradient(90deg,currentColor_0_36px,transparent_36px_52px)]";

const ringStyle =
  "size-16 stroke-2 text-lane-off [--radius:30px] max-md:size-8.5 max-md:stroke-1 max-md:[--radius:15.2px]";

/** The text at a progress. @param progress 0 to 100 */
export function textAt(progress: number, texts: LoaderTexts): string {
  return texts.find(([below]) => progress < below)?.[1] ?? "";
}

/** The progress after one more tick: 0.8 to 3.3 percent more. */
export const advance = (progress: number) => Math.min(100, progress + 0.8 + 2.5 * Math.random());

/** Milliseconds until the next tick: 120 to 200. */
export const tickDelay = () => 120 + 80 * Math.random();

/** The progress in percent, which rises while the dialog is open. */
function useLoaderProgress(dialog: { current: HTMLDialogElement | null }): number {
  const [progress, setProgress] = useState(0);
  useEffect(() => {
    if (!dialog.current?.open || progress >= 100) return;
    const timer = setTimeout(() => setProgress(advance), tickDelay());
    return () => clearTimeout(timer);
  }, [dialog, progress]);
  return progress;
}
