import { useCallback, useEffect, useRef, useState } from "react";
import { savesData } from "~/lib/connection";
import { useBrowserValue, useHydrated, useMediaQuery } from "~/lib/hydration";
import { usePause } from "~/lib/pause-motion";
import { useBehindOverlay } from "./inert";
import { PauseButton } from "./pause-button";
import { useInView } from "./use-in-view";

/** One encoded version of a film. Its files are /media/{name}.webm, .mp4, .avif and .webp. */
export interface FilmPicture {
  name: string;
  /** Width in pixels, like the height. */
  width: number;
  height: number;
}

/** A film of the site, with a second version for upright phones if the film fills their screen. */
export interface FilmSource extends FilmPicture {
  /** Used in the pause button's name. */
  title: string;
  /** Alternative text of the poster. */
  description: string;
  portrait?: FilmPicture;
  telemetry?: TelemetryReading;
}

/** Values of the instruments when a film starts. */
interface TelemetryReading {
  /** km/h */
  speed: number;
  heading: string;
  /** Time of day, hh:mm:ss. */
  startsAt: string;
  note?: string;
}

const PORTRAIT_QUERY = "(max-width: 639px)";

const VISIBLE_PART = 0.2;

/** Masks that fade the edges of the picture into the page. */
const edges = {
  soft: "mask-radial-from-62% mask-radial-to-100% mask-radial-closest-side",
  softer: "mask-radial-from-55% mask-radial-to-100% mask-radial-closest-side",
};

interface FilmProps {
  film: FilmSource;
  /** True for a film in the first view of a page: its poster loads with high priority. */
  priority?: boolean;
  edge?: keyof typeof edges;
  /** Must set a position (`relative` or `absolute`) and a height; may set `--focus-x` for narrow boxes. */
  className: string;
  buttonAt?: string;
  buttonSize?: "normal" | "small";
  stripAt?: string;
}

/**
 * A silent, looping film. The server renders its poster. The video is fetched after the page has loaded, and plays while
 * it is in the window and not covered. A choice made with the film's own button wins until the site-wide motion switch
 * changes; without such a choice the switch and the browser's data saver decide. The element needs a definite height.
 */
export function Film({
  film,
  priority = false,
  edge,
  className,
  buttonAt = "right-6 bottom-6 max-sm:right-3 max-sm:bottom-3",
  buttonSize = "normal",
  stripAt = "bottom-0 left-0",
}: FilmProps) {
  const box = useRef<HTMLDivElement>(null);
  const [paused, toggle, stop] = usePause(savesData());
  const loaded = useBrowserValue(subscribeToLoad, isLoaded, false);
  const visible = useInView(box, { threshold: VISIBLE_PART });
  const covered = useBehindOverlay();
  const running = !paused && loaded && visible && !covered;
  const [started, setStarted] = useState(false);
  if (running && !started) setStarted(true);
  const [elapsed, setElapsed] = useState(0);
  const upright = useMediaQuery(PORTRAIT_QUERY);
  const picture = (upright && film.portrait) || film;
  return (
    <div className={edge ? className : `bg-pit ${className}`} data-film={film.name} ref={box}>
      {/* Without scripts the film does not play, so there is no pause button. */}
      {useHydrated() && (
        <PauseButton
          tone="film"
          size={buttonSize}
          className={`absolute z-4 print:hidden ${buttonSize === "normal" ? "max-sm:size-11" : ""} ${buttonAt}`}
          what={`film: ${film.title}`}
          paused={paused}
          onToggle={toggle}
        />
      )}
      <div
        className={`absolute inset-0 overflow-hidden rounded-[inherit] ${edge ? edges[edge] : ""}`}
      >
        <Poster film={film} priority={priority} />
        <MovingPicture
          key={picture.name}
          {...{ picture, started, running }}
          onRefused={stop}
          onTime={film.telemetry && setElapsed}
        />
      </div>
      {film.telemetry && <Telemetry className={stripAt} {...film.telemetry} elapsed={elapsed} />}
    </div>
  );
}

function subscribeToLoad(listener: () => void): () => void {
  window.addEventListener("load", listener);
  return () => window.removeEventListener("load", listener);
}

const isLoaded = () => document.readyState === "complete";

/** The still picture of a film: rendered first, and the only picture without scripts. */
function Poster({ film, priority }: { film: FilmSource; priority: boolean }) {
  const { portrait } = film;
  return (
    <picture>
      {portrait &&
        ["avif", "webp"].map((type) => (
          <source
            key={type}
            media={PORTRAIT_QUERY}
            type={`image/${type}`}
            srcSet={`/media/${portrait.name}.${type}`}
            width={portrait.width}
            height={portrait.height}
          />
        ))}
      <source type="image/avif" srcSet={`/media/${film.name}.avif`} />
      <img
        className={pictureStyle}
        src={`/media/${film.name}.webp`}
        width={film.width}
        height={film.height}
        alt={film.description}
        loading={priority ? "eager" : "lazy"}
        decoding="async"
        // React 18 passes this attribute on in lower case only.
        {...(priority && { fetchpriority: "high" })}
      />
    </picture>
  );
}

const pictureStyle = "absolute inset-0 size-full object-cover object-(--focus-x,50%)";

interface MovingPictureProps {
  picture: FilmPicture;
  /** Whether the video may be fetched. Until then the element has no sources. */
  started: boolean;
  running: boolean;
  /** Called when the browser does not play the video: to save power, or because it supports no format. */
  onRefused: () => void;
  /** Called with the position of the video in whole seconds. */
  onTime: ((seconds: number) => void) | undefined;
}

/** The video, which fades in over the poster when its first frame is displayed. */
function MovingPicture({ picture, started, running, onRefused, onTime }: MovingPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const refuse = useCallback(
    (error: unknown) => {
      // `play()` rejects with an AbortError if `pause()` is called before playback starts. This is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      // eslint-disable-next-line no-console -- a film that does not play is logged, and the poster stays
      console.warn("Video playback failed", error);
      onRefused();
    },
    [onRefused],
  );

  useEffect(() => {
    const element = video.current;
    if (!element || !started) return;
    if (running) element.play().catch(refuse);
    else element.pause();
  }, [started, running, refuse]);

  return (
    <video
      ref={video}
      className={`${pictureStyle} opacity-0 data-shown:opacity-100 data-shown:transition-opacity data-shown:duration-320 data-shown:ease-linear`}
      muted
      loop
      playsInline
      preload={started ? "auto" : "none"}
      width={picture.width}
      height={picture.height}
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={(event) => event.currentTarget.toggleAttribute("data-shown", true)}
      onTimeUpdate={onTime && ((event) => onTime(Math.floor(event.currentTarget.currentTime)))}
    >
      {started && (
        <>
          <source src={`/media/${picture.name}.webm`} type='video/webm; codecs="av01.0.05M.10"' />
          <source
            src={`/media/${picture.name}.mp4`}
            type="video/mp4"
            onError={() => refuse(new Error(`No playable source for ${picture.name}`))}
          />
        </>
      )}
      Your browser does not support the video tag.
    </video>
  );
}

interface TelemetryProps extends TelemetryReading {
  /** Whole seconds since the start of the film. */
  elapsed: number;
  className: string;
}

/**
 * The instrument strip of a film. It is decorative and therefore not exposed to assistive technology. On phones it is
 * one line that ends before the film's button: values that do not fit wrap and are clipped.
 */
function Telemetry({ speed, heading, startsAt, note, elapsed, className }: TelemetryProps) {
  return (
    <div className={`${stripStyle} ${className}`} aria-hidden="true">
      <span>{speed} km/h</span>
      <span>
        <i className="mr-2 text-haze not-italic">HDG</i>
        {heading}
      </span>
      <span className="max-2xs:hidden">{timeOfDay(startsAt, elapsed)}</span>
      {note && <span className="max-sm:hidden">{note}</span>}
    </div>
  );
}

const stripStyle =
  "absolute z-2 flex flex-wrap bg-scrim font-mono text-13/none font-semibold whitespace-nowrap text-chalk tabular-nums " +
  "max-sm:max-h-[calc(0.8125rem+20px)] max-sm:max-w-[calc(100%-64px)] max-sm:overflow-hidden " +
  "*:border-chalk/20 *:px-4 *:py-2.5 *:not-first:border-l max-sm:*:px-2.5";

/**
 * The time of day at a position of the film.
 *
 * @param startsAt hh:mm:ss
 * @param elapsed seconds since the start; fractions are cut off
 */
export function timeOfDay(startsAt: string, elapsed: number): string {
  const start = Date.parse(`1970-01-01T${startsAt}Z`);
  return new Date(start + Math.floor(elapsed) * 1000).toISOString().slice(11, 19);
}
