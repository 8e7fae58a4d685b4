import { useEffect, useState } from "react";

/**
 * Milliseconds since `origin` last changed, told anew every `every` milliseconds. Measured with the
 * browser's own monotonic clock, so that a wrong time of day on the visitor's machine does no harm.
 */
export function useElapsed(origin: unknown, every: number): number {
  const [tick, setTick] = useState({ origin, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTick({ origin, elapsed: performance.now() - start }), every);
    return () => clearInterval(timer);
  }, [origin, every]);
  return tick.origin === origin ? tick.elapsed : 0;
}
