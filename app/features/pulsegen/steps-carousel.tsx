import { Brain, Camera, Layers, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { steps, type StepId } from "~/content/pulsegen";
import { CarouselControls } from "~/ui/carousel/carousel-controls";
import { PauseButton } from "~/ui/pause-button";
import { useAttention } from "~/ui/use-attention";
import { useInterval } from "~/ui/use-interval";
import { usePause } from "~/ui/use-pause";

/** The active step changes every 5 s. */
const STEP_MS = 5000;

const icons: Record<StepId, LucideIcon> = { capture: Camera, process: Layers, analyze: Brain };

/**
 * 'What is PulseGen?': three steps, one of them lit in turn on wide screens; a plain list on phones and
 * without scripts. All three are always readable, so the light is decoration and needs no live region.
 */
export function StepsCarousel() {
  const [active, setActive] = useState(0);
  const [paused, togglePause] = usePause();
  const { attended, handlers } = useAttention();
  const move = (by: number) => setActive((now) => (now + by + steps.length) % steps.length);
  const moving = !paused && !attended;
  useInterval(moving, STEP_MS, () => move(1));

  return (
    <section aria-label="The three steps of PulseGen" {...handlers}>
      <div className="pulsegen-step-controls">
        <CarouselControls
          what="step"
          index={active}
          count={steps.length}
          moving={moving}
          onMove={move}
        >
          <PauseButton what="steps" tone="bare" paused={paused} onToggle={togglePause} />
        </CarouselControls>
      </div>
      <ol className="pulsegen-steps">
        {steps.map(({ id, title, short }, index) => {
          const Icon = icons[id];
          return (
            <li key={id} className={index === active ? "on" : undefined}>
              <span className="mono" aria-hidden="true">
                {index + 1} / {steps.length}
              </span>
              <Icon className="i" aria-hidden="true" />
              <h3>{title}</h3>
              <p>{short}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
