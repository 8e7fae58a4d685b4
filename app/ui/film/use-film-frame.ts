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
    let callback = 0;
    const follow = (_now: number, { mediaTime }: { mediaTime: number }) => {
      setShown({ frame: mediaTime * FILM_RATE, of: restart });
      callback = element.requestVideoFrameCallback(follow);
    };
    callback = element.requestVideoFrameCallback(follow);
    return () => element.cancelVideoFrameCallback(callback);
  }, [video, running, restart]);

  return shown?.of === restart ? shown.frame : undefined;
}
