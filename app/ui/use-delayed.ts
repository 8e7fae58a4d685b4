import { useEffect, useState } from "react";

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
