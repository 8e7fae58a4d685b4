import type { Stage } from "./countdown";

/**
 * What happens next, and the way to stop it (WCAG 2.2.1). A timer is not read out at each change; without scripts
 * nothing happens by itself.
 */
export function CountdownText({ stage, stay }: { stage: Stage; stay: () => void }) {
  return (
    <div className="invitation-countdown">
      {stage.at === "attempting" && (
        <p className="unscripted">If the app doesn't open, go on to the Play Store.</p>
      )}
      {stage.at === "counting" && (
        <>
          <p role="timer">
            If the app doesn't open, redirecting to Play Store in <b>{stage.seconds}</b>...
          </p>
          <button type="button" className="btn line small" onClick={stay}>
            Stay here
          </button>
        </>
      )}
      {stage.at === "redirecting" && <p role="status">Redirecting to Play Store...</p>}
    </div>
  );
}
