import { useEffect, useRef, useState } from "react";

/**
 * Calls a function repeatedly while `running` is true. After a restart the first call waits the full interval.
 *
 * @param milliseconds interval between two calls
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

/**
 * True from some time after a condition was first true, even if the condition becomes false later.
 *
 * @param milliseconds delay after the condition was first true
 */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [reached, setReached] = useState(false);
  const [started, setStarted] = useState(false);
  if (condition && !started) setStarted(true);
  useEffect(() => {
    if (!started) return;
    const timer = setTimeout(() => setReached(true), milliseconds);
    return () => clearTimeout(timer);
  }, [started, milliseconds]);
  return reached;
}
