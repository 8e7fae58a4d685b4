import { useEffect, useRef } from "react";

/**
 * Calls back again and again while it is running; a restart waits the full time.
 *
 * @param milliseconds between two calls
 */
export function useInterval(running: boolean, milliseconds: number, callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => latest.current(), milliseconds);
    return () => clearInterval(timer);
  }, [running, milliseconds]);
}
