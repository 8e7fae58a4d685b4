import type { TelemetryReading } from "../telemetry";

/** One encoded picture of a film; its files are /media/{name}.webm, .mp4, .avif and .webp. */
export interface FilmPicture {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** A film of the site, with a second picture for upright phones where it fills the screen. */
export interface FilmSource extends FilmPicture {
  /** Names the pause button. */
  title: string;
  /** What the poster shows, for those who do not see it. */
  description: string;
  portrait?: FilmPicture;
  telemetry?: TelemetryReading;
}

/** Up to this width upright pictures are used. */
export const PORTRAIT_QUERY = "(max-width: 639px)";
