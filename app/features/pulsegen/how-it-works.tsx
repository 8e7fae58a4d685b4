import type { ReactNode } from "react";
import { steps, type StepId } from "~/content/pulsegen";

/**
 * The pipeline at work: three cards that stay under the header while the next one slides over, in windows that are high
 * enough to show a whole card first.
 */
export function HowItWorks({ pictures }: { pictures: Record<StepId, ReactNode> }) {
  return (
    <ol className="mt-14 grid gap-6">
      {steps.map(({ id, title, long, facts }, index) => (
        <li
          key={id}
          className="top-24 grid min-h-100 overflow-hidden border border-line bg-raised max-deck:grid-cols-1 deck:grid-cols-5-7 deck:[@media(min-height:38rem)]:sticky md:[@media(min-height:64rem)]:sticky"
        >
          <div className="flex flex-col px-10 pt-10 pb-8.5 max-md:px-6 max-md:pt-7 max-md:pb-5">
            <p className="font-mono text-13/none font-semibold text-accent-ink" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="mt-4.5 mb-4 text-52/none max-md:text-36">{title}</h3>
            <p className="max-w-measure-34 text-ink-2">{long}</p>
            <dl className="mt-auto pt-7">
              {facts.map(({ name, value }) => (
                <div
                  key={name}
                  className="flex justify-between gap-5 border-t border-line pt-2.75 pb-2 text-15"
                >
                  <dt className="text-ink-2">{name}</dt>
                  <dd className="min-w-0 text-right font-bold break-words hyphens-auto">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          {pictures[id]}
        </li>
      ))}
    </ol>
  );
}
