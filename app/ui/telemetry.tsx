import { memo } from "react";

/** What the instruments read when a film starts. */
export interface TelemetryReading {
  /** km/h */
  speed: number;
  heading: string;
  /** Time of day, hh:mm:ss. */
  startsAt: string;
  note?: string | undefined;
}

interface TelemetryProps extends TelemetryReading {
  /** Whole seconds since the film's start. */
  elapsed: number;
  /** How many things are marked just now. */
  seen?: number | undefined;
  /** Where it stands in the film. */
  className: string;
}

/** The instrument strip of a film: decoration, so assistive technology passes it by. */
export const Telemetry = memo(function Telemetry({
  speed,
  heading,
  startsAt,
  note,
  elapsed,
  seen,
  className,
}: TelemetryProps) {
  return (
    <div className={`${strip} ${className}`} aria-hidden="true">
      <span>{speed} km/h</span>
      <span>
        <Instrument>HDG</Instrument>
        {heading}
      </span>
      <span>{timeOfDay(startsAt, elapsed)}</span>
      {note && <span className="max-sm:hidden">{note}</span>}
      {seen !== undefined && (
        <span className="max-sm:hidden">
          <Instrument>SEEN</Instrument>
          {seen}
        </span>
      )}
    </div>
  );
});

/** On phones one line that ends before the film's button: what does not fit wraps out of sight. */
const strip =
  "absolute z-2 flex flex-wrap bg-scrim font-mono text-13/none font-semibold text-chalk tabular-nums " +
  "whitespace-nowrap *:border-chalk/20 *:px-4 *:pt-2.75 *:pb-2.25 *:not-first:border-l max-sm:*:px-2.5 " +
  "max-sm:max-h-[calc(0.8125rem+20px)] max-sm:max-w-[calc(100%-64px)] max-sm:overflow-hidden";

function Instrument({ children }: { children: string }) {
  return <i className="mr-2 text-haze not-italic">{children}</i>;
}

/**
 * A clock that runs on from where the film starts.
 *
 * @param startsAt hh:mm:ss
 * @param elapsed seconds, fractions are cut off
 */
export function timeOfDay(startsAt: string, elapsed: number): string {
  const start = Date.parse(`1970-01-01T${startsAt}Z`);
  return new Date(start + Math.floor(elapsed) * 1000).toISOString().slice(11, 19);
}
