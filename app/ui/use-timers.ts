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

/** True from some time after a condition became true. @param condition stays true once it is */
export function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setReached(true), milliseconds);
    return () => clearTimeout(timer);
  }, [condition, milliseconds]);
  return reached;
}
