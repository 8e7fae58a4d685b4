import type { ReactNode } from "react";

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
  /** Where it stands in the film. */
  className: string;
}

/**
 * The instrument strip of a film: decoration, so assistive technology passes it by. On phones one line that ends before
 * the film's button: what does not fit wraps out of sight.
 */
export function Telemetry({ speed, heading, startsAt, note, elapsed, className }: TelemetryProps) {
  return (
    <div className={`${strip} ${className}`} aria-hidden="true">
      <Reading>{speed} km/h</Reading>
      <Reading>
        <i className="mr-2 text-haze not-italic">HDG</i>
        {heading}
      </Reading>
      <Reading className="max-2xs:hidden">{timeOfDay(startsAt, elapsed)}</Reading>
      {note && <Reading className="max-sm:hidden">{note}</Reading>}
    </div>
  );
}

const strip =
  "absolute z-2 flex flex-wrap bg-scrim font-mono text-13/none font-semibold whitespace-nowrap text-chalk tabular-nums " +
  "max-sm:max-h-[calc(0.8125rem+20px)] max-sm:max-w-[calc(100%-64px)] max-sm:overflow-hidden";

function Reading({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={`border-chalk/20 px-4 pt-2.75 pb-2.25 not-first:border-l max-sm:px-2.5 ${className}`}
    >
      {children}
    </span>
  );
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
