import { cva, type VariantProps } from "class-variance-authority";
import { useRef, useState } from "react";
import { useHydrated, useMediaQuery } from "~/lib/hydration";
import { PauseButton } from "../pause-button";
import { Telemetry } from "../telemetry";
import { PORTRAIT_QUERY, type FilmSource } from "./film-source";
import { FilmVideo } from "./film-video";
import { useFilmPlayback } from "./use-film-playback";

const stage = cva("absolute inset-0 overflow-hidden rounded-[inherit]", {
  variants: {
    edge: {
      hard: "",
      // The picture fades into the page.
      soft: "mask-radial-from-62% mask-radial-to-100% mask-radial-closest-side",
      softer: "mask-radial-from-55% mask-radial-to-100% mask-radial-closest-side",
    },
  },
});

interface FilmProps extends VariantProps<typeof stage> {
  film: FilmSource;
  /** True in the first view of a page. */
  priority?: boolean;
  /** Its place and height, `relative` or `absolute` with them; in a narrow box --focus-x. */
  className: string;
  /** Where the button stands. */
  buttonAt?: string;
  buttonSize?: "normal" | "small";
  /** Where the instrument strip stands. */
  stripAt?: string;
}

/**
 * A silent loop. The server sends the poster; the film itself is fetched when `useFilmPlayback` says so. The element
 * needs a definite height.
 */
export function Film({
  film,
  priority = false,
  edge = "hard",
  className,
  buttonAt = "right-6 bottom-6 max-sm:right-3 max-sm:bottom-3",
  buttonSize = "normal",
  stripAt = "bottom-0 left-0",
}: FilmProps) {
  const box = useRef<HTMLDivElement>(null);
  const { started, running, wanted, toggle, stop } = useFilmPlayback(box);
  const [elapsed, setElapsed] = useState(0);
  const upright = useMediaQuery(PORTRAIT_QUERY);
  const picture = (upright && film.portrait) || film;
  return (
    <div
      className={edge === "hard" ? `bg-pit ${className}` : className}
      data-film={film.name}
      ref={box}
    >
      {/* Without scripts nothing moves, and nothing is to be paused. */}
      {useHydrated() && (
        <PauseButton
          tone="film"
          size={buttonSize}
          className={`absolute z-4 print:hidden ${buttonSize === "normal" ? "max-sm:size-11" : ""} ${buttonAt}`}
          what={`film: ${film.title}`}
          paused={!wanted}
          onToggle={toggle}
        />
      )}
      <div className={stage({ edge })}>
        <Poster film={film} priority={priority} />
        <FilmVideo
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

/** A film's standing picture: what everyone sees first, and all there is without scripts. */
function Poster({ film, priority }: Required<Pick<FilmProps, "film" | "priority">>) {
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
        className="absolute inset-0 size-full object-cover object-(--focus-x,50%)"
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
