import { useEffect, useRef, useState } from "react";

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

/**
 * True from some time after a condition first came true, whatever becomes of the condition later.
 *
 * @param milliseconds how long after
 */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [reached, setReached] = useState(false);
  const [met, setMet] = useState(false);
  if (condition && !met) setMet(true);
  useEffect(() => {
    if (!met) return;
    const timer = setTimeout(() => setReached(true), milliseconds);
    return () => clearTimeout(timer);
  }, [met, milliseconds]);
  return reached;
}
