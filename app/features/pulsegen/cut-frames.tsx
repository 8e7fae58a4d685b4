import { cva } from "class-variance-authority";
import type { CSSProperties } from "react";

const firstFrame = 1420;
const framesApart = 7;

/** Five frames cut from the road film, the newest in front. */
export function CutFrames() {
  return (
    <div
      className="relative h-full min-h-100 w-full overflow-hidden border-line bg-pit max-md:aspect-3/2 max-md:h-auto max-md:min-h-0 max-md:border-t md:border-l"
      role="img"
      aria-label="Five frames cut from the film."
    >
      {[0, 1, 2, 3, 4].map((index) => {
        const newest = index === 4;
        return (
          // Custom properties are missing from React's own type.
          <i
            key={index}
            className={frame({ newest })}
            style={{ "--n": index } as CSSProperties}
            aria-hidden="true"
          >
            <b className={frameNumber({ newest })}>f {firstFrame + index * framesApart}</b>
          </i>
        );
      })}
    </div>
  );
}

/** The further in front, the further right, down and near. */
const frame = cva(
  [
    "absolute top-[calc(7%+var(--n)*6.5%)] left-[calc(5%+var(--n)*7.5%)] max-md:top-[calc(6%+var(--n)*9%)]",
    "aspect-video w-3/5 bg-[url(/pictures/road-scout.webp)] not-italic",
    "bg-size-[calc(104%+var(--n)*9%)_auto] bg-position-[50%_62%]",
  ],
  {
    variants: {
      newest: {
        true: "ring-2 ring-accent",
        false:
          "shadow-[-14px_-10px_0] ring shadow-pit/55 ring-steel brightness-[calc(0.42+var(--n)*0.145)]",
      },
    },
  },
);

const frameNumber = cva(
  "absolute top-0 left-0 px-1.75 pt-1.25 pb-0.75 font-mono text-label/none font-semibold",
  { variants: { newest: { true: "bg-accent text-asphalt", false: "bg-pit text-chalk" } } },
);
