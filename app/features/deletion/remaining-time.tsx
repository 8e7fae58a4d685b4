import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-date";
import { useElapsed } from "~/ui/use-elapsed";

/**
 * Seconds left until a moment of the server's clock, counted down with the browser's own.
 *
 * @param until milliseconds since 1970; 0 for no wait
 * @param now the server's time when it answered
 */
export function useSecondsUntil(until: number, now: number): number {
  const elapsed = useElapsed(now, 1000);
  return until === 0 ? 0 : Math.max(0, Math.ceil((until - now - elapsed) / 1000));
}

/** `0:42`, `59:03`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function formatWait(seconds: number): string {
  if (seconds === 1) return "1 second";
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** A promised moment. */
export function ExactTime({ at }: { at: number }) {
  const rounded = ceilToSecond(at);
  return (
    <time dateTime={formatIso(rounded)} className="tabular-nums">
      {formatExactDateTime(rounded)}
    </time>
  );
}

interface RetryTimeProps {
  until: number;
  now: number;
  /** Whether it is the step that can be tried again. */
  again: boolean | undefined;
}

/**
 * The sentence with the exact time from which on a code can be asked for again, or the step tried again. It stands
 * in an alert, so it does not count down: it would be read out every second.
 */
export function RetryTime({ until, now, again }: RetryTimeProps) {
  const over = useSecondsUntil(until, now) === 0;
  if (over) return <>{again ? "You can try again now." : "You can ask for a new code now."}</>;
  return (
    <>
      {again ? "You can try again at" : "You can ask for the next code at"} <ExactTime at={until} />
      , in {formatWait(Math.ceil((until - now) / 1000))}.
    </>
  );
}
