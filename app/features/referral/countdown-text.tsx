import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import type { Stage } from "./countdown";

/** The link to the store, which takes the focus when 'Stay here' goes away. */
export const STORE_LINK_ID = "store-link";

/**
 * What happens next, and the way to stop it (WCAG 2.2.1). A timer is not read out at each change; without scripts
 * nothing happens by itself. The box is as high as it will be, so that nothing moves when the countdown begins.
 */
export function CountdownText({ stage, stay }: { stage: Stage; stay: () => void }) {
  const stayHere = () => {
    document.getElementById(STORE_LINK_ID)?.focus();
    stay();
  };
  return (
    <div className="mt-9 mb-5.5 flex min-h-28 flex-col items-center gap-3.5 text-17 sm:min-h-22 sm:text-21 sm:noscript:min-h-0">
      {stage.at === "attempting" && (
        <div className="hidden noscript:block">
          <Line>If the app doesn't open, go on to the Play Store.</Line>
        </div>
      )}
      {stage.at === "counting" && (
        <>
          <Line role="timer">
            If the app doesn't open, redirecting to Play Store in <Bold>{stage.seconds}</Bold>...
          </Line>
          <Button tone="scrim" size="small" onClick={stayHere}>
            Stay here
          </Button>
        </>
      )}
      {stage.at === "redirecting" && <Line role="status">Redirecting to Play Store...</Line>}
    </div>
  );
}

function Bold({ children }: { children: number }) {
  return <b className="font-extrabold tabular-nums">{children}</b>;
}

function Line(text: Pick<ComponentProps<"p">, "role" | "children">) {
  return <p className="bg-scrim px-3.5 pt-1.5 pb-0.5 max-sm:max-w-measure-30" {...text} />;
}
