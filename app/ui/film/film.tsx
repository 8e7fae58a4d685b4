import { cva, type VariantProps } from "class-variance-authority";
import { useRef, type CSSProperties } from "react";
import { laneAt, marksAt } from "~/lib/film-overlay";
import { Telemetry } from "../telemetry";
import { useMediaQuery } from "~/lib/hydration";
import { FilmButton } from "./film-button";
import { FilmMarks } from "./film-marks";
import { FilmPoster } from "./film-poster";
import { FILM_RATE, PORTRAIT_QUERY, type FilmSource } from "./film-source";
import { FilmVideo } from "./film-video";
import { useFilmFrame } from "./use-film-frame";
import { useFilmOverlay } from "./use-film-overlay";
import { useFilmPlayback } from "./use-film-playback";

const stage = cva("film-stage", {
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
 * A silent loop with what the machine sees drawn over it. The server sends the poster with its marks;
 * the film itself is fetched when `useFilmPlayback` says so. The element needs a definite height.
 * Drawn anew with each frame of the film, so what does not follow the frames is memoized.
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
  const frameBox = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { started, running, wanted, toggle, stop } = useFilmPlayback(frameBox);

  const { portrait } = film;
  const upright = useMediaQuery(PORTRAIT_QUERY);
  const picture = upright && portrait ? portrait : film;
  const overlay = useFilmOverlay(
    started && picture.marked ? `/media/${picture.name}.overlay.json` : undefined,
  );
  const followed = Boolean(picture.marked ?? film.telemetry);
  const frame = useFilmFrame(video, running && followed, picture.name);
  const seen =
    overlay && frame !== undefined
      ? { marks: marksAt(overlay, frame), lane: laneAt(overlay, frame) }
      : picture.marked;

  return (
    <div
      className={edge === "hard" ? `bg-pit ${className}` : className}
      data-film={film.name}
      ref={frameBox}
    >
      <FilmButton
        title={film.title}
        wanted={wanted}
        onClick={toggle}
        size={buttonSize}
        className={buttonAt}
      />
      <div className={stage({ edge })}>
        <div className="film-picture" style={ratios(film)}>
          <FilmPoster film={film} priority={priority} />
          <FilmVideo
            key={picture.name}
            {...{ video, picture, started, running }}
            onRefused={stop}
          />
          {film.marked && (
            <FilmMarks
              {...(picture === film && seen ? seen : film.marked)}
              labelSides={film.labelSides}
              picture="landscape"
              className={portrait && "max-sm:hidden"}
            />
          )}
          {portrait?.marked && (
            <FilmMarks
              {...(picture === portrait && seen ? seen : portrait.marked)}
              labelSides={portrait.labelSides}
              picture="portrait"
              className="sm:hidden"
            />
          )}
        </div>
      </div>
      {film.telemetry && (
        <Telemetry
          className={stripAt}
          {...film.telemetry}
          elapsed={Math.floor((frame ?? 0) / FILM_RATE)}
          seen={seen?.marks.length}
        />
      )}
    </div>
  );
}

/** The pictures' proportions for the style sheet, which alone knows which one is shown. */
function ratios({ width, height, portrait }: FilmSource): CSSProperties {
  const ratio = { "--landscape": `${width} / ${height}` };
  const upright = portrait && { "--portrait": `${portrait.width} / ${portrait.height}` };
  // Custom properties are missing from React's own type.
  return { ...ratio, ...upright } as CSSProperties;
}
