import { Check } from "lucide-react";

const steps = ["Phone", "Code", "Reason"];

/** Where in the three steps one is. `finished`: all are done. */
export function ProgressDots({ current, finished }: { current: 1 | 2 | 3; finished: boolean }) {
  return (
    <ol className="dots3" aria-label="Progress">
      {steps.map((name, index) => {
        const step = index + 1;
        const done = finished || step < current;
        return (
          <li
            key={name}
            className={done ? "done" : undefined}
            aria-current={step === current ? "step" : undefined}
          >
            <i>{done ? <Check className="i" aria-label="Done" /> : step}</i>
            <span>{name}</span>
          </li>
        );
      })}
    </ol>
  );
}
