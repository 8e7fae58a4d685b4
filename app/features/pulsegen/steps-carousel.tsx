import { Brain, Camera, Layers, type LucideIcon } from "lucide-react";
import { steps, type StepId } from "~/content/pulsegen";
import { RotationControls, useRotation } from "~/ui/rotation";

/** The active step changes every 5 s. */
const STEP_MS = 5000;

const icons: Record<StepId, LucideIcon> = { capture: Camera, process: Layers, analyze: Brain };

/**
 * 'What is PulseGen?': three steps, one of them lit in turn on wide screens; a plain list on phones and
 * without scripts. All three are always readable, so the light is decoration and needs no live region.
 */
export function StepsCarousel() {
  const rotation = useRotation({ count: steps.length, everyMs: STEP_MS });
  return (
    <section aria-label="The three steps of PulseGen" {...rotation.handlers}>
      <div className="mt-16 max-md:hidden">
        <RotationControls what="step" rotation={rotation} />
      </div>
      <ol className="road-edge mt-8 grid max-md:mt-10 max-md:grid-cols-1 max-md:gap-4 md:grid-cols-3 md:border-t-6">
        {steps.map(({ id, title, short }, index) => {
          const Icon = icons[id];
          return (
            <li key={id} className={step} data-lit={index === rotation.index || undefined}>
              <span className="font-mono text-13 font-semibold" aria-hidden="true">
                {index + 1} / {steps.length}
              </span>
              <Icon
                className="mt-5.5 mb-auto size-14 flex-none max-deck:size-10 max-md:mt-4.5 max-md:mb-0"
                strokeWidth={1.5}
                aria-hidden="true"
              />
              <h3 className="mt-11 text-heading max-deck:text-subheading max-md:mt-6">{title}</h3>
              <p className="mt-2.5 max-w-measure-30 max-md:text-ink-2">{short}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A box in a list on phones; else a sign as soon as it is lit. */
const step =
  "relative flex flex-col transition-colors max-md:border max-md:border-line max-md:px-6.5 max-md:pt-7 " +
  "max-md:pb-6 md:mt-7 md:min-h-79.5 md:rounded-sign md:text-ink-2 md:max-deck:mr-3 md:max-deck:px-5.5 " +
  "md:max-deck:pt-7 md:max-deck:pb-6 deck:mr-7 deck:px-9 deck:pt-9 deck:pb-8 md:data-lit:bg-sign " +
  "md:data-lit:text-white md:data-lit:before:absolute md:data-lit:before:inset-1.75 " +
  "md:data-lit:before:rounded-control md:data-lit:before:border-3 md:data-lit:before:border-white";
