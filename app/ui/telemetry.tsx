import { memo } from "react";

/** What the instruments read when a film starts. */
export interface TelemetryReading {
  /** km/h */
  speed: number;
  heading: string;
  /** Time of day, hh:mm:ss. */
  startsAt: string;
  note?: string;
}

interface TelemetryProps extends TelemetryReading {
  /** Whole seconds since the film's start. */
  elapsed: number;
  /** How many things are marked just now. */
  seen?: number;
}

/** The instrument strip of a film: decoration, so assistive technology passes it by. */
export const Telemetry = memo(function Telemetry({
  speed,
  heading,
  startsAt,
  note,
  elapsed,
  seen,
}: TelemetryProps) {
  return (
    <div className="telemetry" aria-hidden="true">
      <span>{speed} km/h</span>
      <span>
        <i>HDG</i>
        {heading}
      </span>
      <span>{timeOfDay(startsAt, elapsed)}</span>
      {note && <span className="opt">{note}</span>}
      {seen !== undefined && (
        <span className="opt">
          <i>SEEN</i>
          {seen}
        </span>
      )}
    </div>
  );
});

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
