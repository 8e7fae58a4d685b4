import { useCallback, useEffect, useRef } from "react";
import type { FilmPicture } from "./film-source";

interface FilmVideoProps {
  picture: FilmPicture;
  /** Whether the files may be fetched. Until then the element is empty and costs nothing. */
  started: boolean;
  running: boolean;
  /** Told when the browser does not play it: saving power, or without a format that it knows. */
  onRefused: () => void;
  /** Told where the film is, in whole seconds. */
  onTime?: ((seconds: number) => void) | undefined;
}

/** The moving picture; it fades in over the poster when its first frame is there. */
export function FilmVideo({ picture, started, running, onRefused, onTime }: FilmVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const refuse = useCallback(
    (error: unknown) => {
      // `play()` is rejected with an AbortError whenever a pause overtakes it: not a failure.
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
      className="absolute inset-0 size-full object-cover object-(--focus-x,50%) opacity-0 data-shown:opacity-100 data-shown:transition-opacity data-shown:duration-320 data-shown:ease-linear"
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
