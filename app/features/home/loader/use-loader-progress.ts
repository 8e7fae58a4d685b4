import { useEffect, useState } from "react";
import { advance, tickDelay } from "./loader-progress";

/** Runs from 0 to 100 in random steps at random times. */
export function useLoaderProgress(): number {
  const [progress, setProgress] = useState(0);
  useEffect(() => {
    if (progress >= 100) return;
    const timer = setTimeout(
      () => setProgress(advance(progress, Math.random())),
      tickDelay(Math.random()),
    );
    return () => clearTimeout(timer);
  }, [progress]);
  return progress;
}
