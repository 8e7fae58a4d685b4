import { useInView } from "framer-motion";
import { useEffect, useRef } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/** A film of the site. Its files are /media/{name}.webm, .mp4, .avif and .webp. */
export interface FilmSource {
  name: string;
  /** Alternative text of the poster. */
  description: string;
  /** Name of a version for upright phones, of a film that fills their screen. */
  portrait?: string;
}

const PORTRAIT_QUERY = "(max-width: 639px)";

interface FilmProps {
  film: FilmSource;
  /** True for a film in the first view of a page: its poster loads with high priority. */
  priority?: boolean;
  /** Must set a position (`relative` or `absolute`) and a height; may set a mask, and `--focus-x` for narrow boxes. */
  className: string;
}

/**
 * A silent, looping film. The server renders its poster. The video is fetched when it plays for the first time, and plays
 * while it is in the window, unless motion is paused or the visitor saves data.
 */
export function Film({ film, priority = false, className }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const visible = useInView(video, { amount: 0.2 });
  const paused = useMotionPaused();
  const running = visible && !paused;
  useEffect(() => {
    // An inline script of the head has set the attribute.
    if (running && !("saveData" in document.documentElement.dataset))
      video.current?.play().catch(logFailure);
    else video.current?.pause();
  }, [running]);
  return (
    <div className={`overflow-hidden bg-pit ${className}`} data-film={film.name}>
      <Poster film={film} priority={priority} />
      <video
        ref={video}
        className={`${pictureStyle} opacity-0 data-shown:opacity-100 data-shown:transition-opacity data-shown:duration-320 data-shown:ease-linear`}
        muted
        loop
        playsInline
        preload="none"
        tabIndex={-1}
        aria-hidden="true"
        onPlaying={(event) => event.currentTarget.toggleAttribute("data-shown", true)}
      >
        {film.portrait && <Sources name={film.portrait} media={PORTRAIT_QUERY} />}
        <Sources name={film.name} />
        Your browser does not support the video tag.
      </video>
    </div>
  );
}

function Sources({ name, media }: { name: string; media?: string }) {
  return (
    <>
      <source src={`/media/${name}.webm`} type='video/webm; codecs="av01.0.05M.10"' media={media} />
      <source
        src={`/media/${name}.mp4`}
        type="video/mp4"
        media={media}
        onError={() => logFailure(new Error(`No playable source for ${name}`))}
      />
    </>
  );
}

/** Logs why a film does not play; its poster stays. */
function logFailure(error: unknown): void {
  // `play()` rejects with an AbortError if `pause()` is called before playback starts. This is no failure.
  if (error instanceof DOMException && error.name === "AbortError") return;
  // eslint-disable-next-line no-console -- tells why there is only a picture
  console.warn("Video playback failed", error);
}

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
            srcSet={`/media/${portrait}.${type}`}
          />
        ))}
      <source type="image/avif" srcSet={`/media/${film.name}.avif`} />
      <img
        className={pictureStyle}
        src={`/media/${film.name}.webp`}
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
