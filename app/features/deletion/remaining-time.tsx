import { useEffect, useState } from "react";
import { useMessages, type Messages } from "~/features/shell/messages";
import { ExactTime } from "./local-time";

/**
 * Seconds left until a moment of the server's clock. They are counted down with the browser's monotonic clock, so that a
 * wrong time on the visitor's machine does no harm.
 *
 * @param until milliseconds since 1970; 0 for no wait
 * @param now the server's time when it responded, milliseconds since 1970
 */
export function useSecondsUntil(until: number, now: number): number {
  const [tick, setTick] = useState({ now, elapsed: 0 });
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setTick({ now, elapsed: performance.now() - start }), 1000);
    return () => clearInterval(timer);
  }, [now]);
  const elapsed = tick.now === now ? tick.elapsed : 0;
  return until === 0 ? 0 : Math.max(0, Math.ceil((until - now - elapsed) / 1000));
}

/** Seconds as minutes and seconds: `0:42`, `59:03`. */
export function formatCountdown({ number }: Pick<Messages, "number">, seconds: number): string {
  return `${number(Math.floor(seconds / 60))}:${number(seconds % 60, 2)}`;
}

/** A wait in whole minutes, rounded up: `in 1 minute`. @param ms milliseconds */
export function formatWait({ text }: Pick<Messages, "text">, ms: number): string {
  return text("time.wait", { count: Math.max(1, Math.ceil(ms / 60_000)) });
}

interface RetryTimeProps {
  until: number;
  now: number;
  /** Whether the step can be tried again, rather than another code requested. */
  again: boolean | undefined;
}

/**
 * A sentence with the exact time from which another code can be requested, or the step tried again. It does not count
 * down, because it is part of an alert, which screen readers would read every second.
 */
export function RetryTime({ until, now, again }: RetryTimeProps) {
  const messages = useMessages();
  const over = useSecondsUntil(until, now) === 0;
  if (over) return <>{messages.text(again ? "retry.step-now" : "retry.code-now")}</>;
  const wait = formatWait(messages, until - now);
  const time = <ExactTime at={until} />;
  return <>{messages.rich(again ? "retry.step-at" : "retry.code-at", { time, wait })}</>;
}
