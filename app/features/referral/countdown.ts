/** Where an invitation stands. */
export type Stage =
  | { at: "attempting" }
  /** The app was tried; the store page follows when no second is left. */
  | { at: "counting"; seconds: number }
  | { at: "redirecting" }
  /** The visitor stays on the page: they said so, or the app has come up. */
  | { at: "staying" };

export type StageEvent = "time" | "stay";

/** Before the app is tried, in milliseconds. */
const ATTEMPT_AFTER_MS = 100;

/** The store comes after three seconds. */
const COUNTDOWN_SECONDS = 3;

export const start: Stage = { at: "attempting" };

/** How long a stage lasts in milliseconds; null when nothing follows by itself. */
export function durationOf(stage: Stage): number | null {
  if (stage.at === "attempting") return ATTEMPT_AFTER_MS;
  return stage.at === "counting" ? 1000 : null;
}

/** The stage after an event. */
export function next(stage: Stage, event: StageEvent): Stage {
  if (event === "stay") return stage.at === "redirecting" ? stage : { at: "staying" };
  switch (stage.at) {
    case "attempting":
      return { at: "counting", seconds: COUNTDOWN_SECONDS };
    case "counting":
      return stage.seconds > 1
        ? { at: "counting", seconds: stage.seconds - 1 }
        : { at: "redirecting" };
    case "redirecting":
    case "staying":
      return stage;
  }
}
