import { useEffect, useState, type RefObject } from "react";
import { FILM_RATE } from "./film-source";

/**
 * Which frame a video shows, counted with fractions; follows it while it runs.
 *
 * @param running off for films that nothing is drawn over: following costs a redraw for every frame
 * @param restart another value starts the count anew, as when another film is put in the video's place
 * @returns undefined before the first frame has been shown
 */
export function useFilmFrame(
  video: RefObject<HTMLVideoElement>,
  running: boolean,
  restart: string,
): number | undefined {
  const [shown, setShown] = useState<{ frame: number; of: string }>();

  useEffect(() => {
    const element = video.current;
    if (!element || !running) return;
    return followFrames(element, (seconds) =>
      setShown({ frame: seconds * FILM_RATE, of: restart }),
    );
  }, [video, running, restart]);

  return shown?.of === restart ? shown.frame : undefined;
}

/**
 * Tells the time in a video of each frame that it shows.
 *
 * @returns how to end it
 */
function followFrames(video: HTMLVideoElement, tell: (seconds: number) => void): () => void {
  let request = 0;
  const hasFrameCallback = "requestVideoFrameCallback" in HTMLVideoElement.prototype;
  if (!hasFrameCallback) {
    // Firefox before 132: the time as it is at each frame of the page, once there is a picture.
    const follow = () => {
      if (video.readyState >= video.HAVE_CURRENT_DATA) tell(video.currentTime);
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(request);
  }
  const follow = (_now: number, { mediaTime }: { mediaTime: number }) => {
    tell(mediaTime);
    request = video.requestVideoFrameCallback(follow);
  };
  request = video.requestVideoFrameCallback(follow);
  return () => video.cancelVideoFrameCallback(request);
}
