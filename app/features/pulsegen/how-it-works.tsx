import type { ReactNode } from "react";
import { steps, type StepId } from "~/content/pulsegen";

/** The pipeline at work: three cards that stay under the header while the next one slides over. */
export function HowItWorks({ pictures }: { pictures: Record<StepId, ReactNode> }) {
  return (
    <ol className="pulsegen-how">
      {steps.map(({ id, title, long, facts }, index) => (
        <li key={id}>
          <div className="t">
            <p className="n" aria-hidden="true">
              {index + 1}
            </p>
            <h3>{title}</h3>
            <p>{long}</p>
            <dl>
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
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

const firstFrame = 1420;
const framesApart = 7;

/** Five frames cut from the road film, the newest in front. */
export function CutFrames() {
  return (
    <div className="pulsegen-frames" role="img" aria-label="Five frames cut from the film.">
      {[0, 1, 2, 3, 4].map((index) => (
        <i key={index} className={`frame-${index}`} aria-hidden="true">
          <b>f {firstFrame + index * framesApart}</b>
        </i>
      ))}
    </div>
  );
}
