import type { Lane, Mark } from "~/lib/film-overlay";
import type { TelemetryReading } from "../telemetry";

/** Where a label stands: above its box unless told otherwise; `left` ends with the box; `bare` has none. */
export type LabelSide = "under" | "left" | "bare";

/** One encoded picture of a film; its files are /media/{name}.webm, .mp4, .avif and .webp. */
export interface FilmPicture {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Length of the loop in frames. */
  frames: number;
  /** The frame that the poster shows. */
  posterFrame: number;
  /** What is marked on the poster; given where the film has /media/{name}.overlay.json. */
  marked?: { marks: Mark[]; lane?: Lane };
  labelSides?: Readonly<Record<string, LabelSide>> | undefined;
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

/** Frames per second of every film. */
export const FILM_RATE = 24;

/** Up to this width upright pictures are used; the style sheet repeats it. */
export const PORTRAIT_QUERY = "(max-width: 639px)";
