import { useState, type RefObject } from "react";
import { useBrowserValue } from "~/lib/hydration";
import { usePause } from "~/lib/pause-motion";
import { savesData } from "~/lib/connection";
import { useBehindOverlay } from "../inert";
import { useInView } from "../use-in-view";

/** How much of a film must be in the window before it plays. */
const VISIBLE_PART = 0.2;

interface FilmPlayback {
  /** The film's files may be fetched; stays true once it has been. */
  started: boolean;
  /** The film should be running now. */
  running: boolean;
  /** What the visitor, or else the site-wide switch, wants. */
  wanted: boolean;
  toggle: () => void;
  /** For a film that the browser refuses to play: its button offers to play it. */
  stop: () => void;
}

/**
 * When a film plays: after the page has loaded, while it is in the window with nothing over it, and while
 * it is wanted. The film's own button wins over everything until the site-wide motion switch is touched;
 * without it, the switch and the browser's wish to save data decide.
 */
export function useFilmPlayback(stage: RefObject<HTMLElement>): FilmPlayback {
  const [paused, toggle, stop] = usePause(savesData());
  const loaded = usePageLoaded();
  const visible = useInView(stage, { threshold: VISIBLE_PART });
  const covered = useBehindOverlay();

  const wanted = !paused;
  const running = wanted && loaded && visible && !covered;

  const [started, setStarted] = useState(false);
  if (running && !started) setStarted(true);

  return { started, running, wanted, toggle, stop };
}

function subscribeToLoad(listener: () => void): () => void {
  window.addEventListener("load", listener);
  return () => window.removeEventListener("load", listener);
}

const isLoaded = () => document.readyState === "complete";

const usePageLoaded = () => useBrowserValue(subscribeToLoad, isLoaded, false);
