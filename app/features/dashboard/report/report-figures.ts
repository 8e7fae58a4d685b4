import type { ReportSums } from "server/dashboard/report/report-rows.server";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatCount, formatMeasure } from "~/lib/format-metric";

/** One figure of a report. */
export interface ReportFigure {
  name: string;
  /** Null when unknown. */
  value: number | null;
  shown: string;
  unit?: string | undefined;
  /** Set for a duration shown in hours, minutes and seconds. */
  isClock?: true;
  /** Text with the number of trips that lack this value; null without any. */
  note: string | null;
}

/** The values of a report or a row in plain units; null when unknown. */
export interface ReportValues {
  trips: number;
  /** Kilometres. */
  distance: number | null;
  hours: number | null;
  beats: number | null;
  wallets: number;
  /** The averages are in kilometres, seconds and kilometres per hour. */
  averageDistance: number | null;
  averageDuration: number | null;
  averageSpeed: number | null;
}

/** Converts sums into values. A total is null if no trip states it, and 0 without trips. */
export function reportValues(sums: ReportSums): ReportValues {
  const { trips, distance, seconds, beats, pairedDistance, pairedSeconds, wallets } = sums;
  const withDistance = trips - sums.withoutDistance;
  const withDuration = trips - sums.withoutDuration;
  const ifStated = (sum: number, by: number) => (by > 0 || trips === 0 ? sum : null);
  return {
    trips,
    distance: ifStated(distance, withDistance),
    hours: ifStated(seconds / 3600, withDuration),
    beats: ifStated(beats, trips - sums.withoutBeats),
    wallets,
    averageDistance: withDistance > 0 ? distance / withDistance : null,
    averageDuration: withDuration > 0 ? seconds / withDuration : null,
    averageSpeed: pairedSeconds > 0 ? (pairedDistance * 3600) / pairedSeconds : null,
  };
}

/** The eight figures of a report, in display order. */
export function reportFigures(sums: ReportSums): ReportFigure[] {
  const values = reportValues(sums);
  const without = (trips: number, what: string) =>
    trips > 0 ? `${trips.toLocaleString("en-US")} without ${what}` : null;
  const count = (name: string, value: number | null, note: string | null = null): ReportFigure => {
    return { name, value, shown: formatCount(value), note };
  };
  const measure = (
    name: string,
    value: number | null,
    unit?: string,
    note: string | null = null,
  ): ReportFigure => {
    const shown = formatMeasure(value);
    return { name, value, shown, unit: shown === DASH ? undefined : unit, note };
  };
  const { averageDuration } = values;
  return [
    count("Trips", values.trips),
    measure("Distance", values.distance, "km", without(sums.withoutDistance, "distance")),
    count("Hours", values.hours, without(sums.withoutDuration, "duration")),
    measure("Beats", values.beats, undefined, without(sums.withoutBeats, "beats")),
    count("Wallets", values.wallets, without(sums.withoutWallet, "wallet")),
    measure("Average distance", values.averageDistance, "km"),
    {
      name: "Average duration",
      value: averageDuration,
      shown: averageDuration === null ? DASH : formatDuration(averageDuration),
      isClock: true,
      note: null,
    },
    measure("Average speed", values.averageSpeed, "km/h"),
  ];
}
