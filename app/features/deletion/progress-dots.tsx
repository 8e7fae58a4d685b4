import { Check } from "lucide-react";
import { useMessages } from "./messages";
import { useShownPage } from "./shown-page";

const steps = ["progress.phone", "progress.code", "progress.reason"] as const;

/** The three steps of the journey, with the current step marked; after the deletion all are done. */
export function ProgressDots() {
  const messages = useMessages();
  const { step: current, place } = useShownPage();
  return (
    <ol className="mb-7 flex print:hidden" aria-label={messages.text("progress.label")}>
      {steps.map((name, index) => {
        const step = index + 1;
        const isCurrent = step === current;
        const done = place.at === "done" || step < current;
        return (
          <li
            key={name}
            className={`${stop} ${isCurrent ? "text-ink" : "text-ink-2"} ${done ? "after:text-mark" : "after:text-lane-off"}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            <span className={`${dot} ${done ? doneDot : isCurrent ? currentDot : "border-edge"}`}>
              {done ? (
                <Check
                  className="size-4.5"
                  strokeWidth={2.2}
                  aria-label={messages.text("progress.done")}
                />
              ) : (
                step
              )}
            </span>
            <span className={isCurrent ? undefined : "max-sm:sr-only"}>{messages.text(name)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** A step with the dashed line to the next one. */
const stop =
  "relative flex flex-1 items-center gap-2 text-15 font-semibold last:flex-none sm:gap-2.5 " +
  "after:ms-1.5 after:me-3 after:h-1 after:flex-1 last:after:hidden sm:after:ms-0.5 " +
  "after:bg-[repeating-linear-gradient(90deg,currentColor_0_14px,transparent_14px_22px)]";

const dot =
  "grid size-8 flex-none place-items-center rounded-full border-control text-15/none font-bold tabular-nums";
const currentDot =
  "border-asphalt bg-asphalt text-white forced-colors:forced-color-adjust-none " +
  "forced-colors:border-highlight forced-colors:bg-highlight forced-colors:text-highlight-ink";
const doneDot = "border-accent bg-accent text-asphalt";
