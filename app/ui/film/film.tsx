import { useRef, type CSSProperties } from "react";
import { laneAt, marksAt } from "~/lib/film-overlay";
import { Telemetry } from "../telemetry";
import { useMediaQuery } from "../use-media-query";
import { FilmButton } from "./film-button";
import { FilmMarks } from "./film-marks";
import { FilmPoster } from "./film-poster";
import { FILM_RATE, PORTRAIT_QUERY, type FilmSource } from "./film-source";
import { FilmVideo } from "./film-video";
import { useFilmFrame } from "./use-film-frame";
import { useFilmOverlay } from "./use-film-overlay";
import { useFilmPlayback } from "./use-film-playback";
import "./film.css";

interface FilmProps {
  film: FilmSource;
  /** True in the first view of a page. */
  priority?: boolean;
  className?: string;
}

/**
 * A silent loop with what the machine sees drawn over it. The server sends the poster with its marks;
 * the film itself is fetched when `useFilmPlayback` says so. The element needs a definite height.
 * Drawn anew with each frame of the film, so what does not follow the frames is memoized.
 */
export function Film({ film, priority = false, className = "" }: FilmProps) {
  const frameBox = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { started, running, wanted, toggle } = useFilmPlayback(frameBox);

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
    <div className={`film ${className}`} ref={frameBox}>
      <FilmButton title={film.title} wanted={wanted} onClick={toggle} />
      <div className="film-stage">
        <div className={portrait ? "fit has-portrait" : "fit"} style={ratios(film)}>
          <FilmPoster film={film} priority={priority} />
          <FilmVideo key={picture.name} {...{ video, picture, started, running }} />
          {film.marked && (
            <FilmMarks
              {...(picture === film && seen ? seen : film.marked)}
              labelSides={film.labelSides}
              className="landscape"
            />
          )}
          {portrait?.marked && (
            <FilmMarks
              {...(picture === portrait && seen ? seen : portrait.marked)}
              labelSides={portrait.labelSides}
              className="portrait"
            />
          )}
        </div>
      </div>
      {film.telemetry && (
        <Telemetry
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
