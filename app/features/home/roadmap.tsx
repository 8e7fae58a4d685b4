import { useInView } from "framer-motion";
import { Fragment, useEffect, useRef, useState } from "react";
import type { Swiper } from "swiper";
import type { PaginationOptions } from "swiper/types";
import { roadmap } from "~/content/roadmap";
import { useMotionPaused } from "~/lib/pause-motion";
import { RoadSection } from "~/ui/road";
import { Carousel } from "./carousel";

/** A press stops the road: a second is too short to read a phase. */
const autoplay = { enabled: false, delay: 1000, disableOnInteraction: true };

const pagination: PaginationOptions = {
  el: "#roadmap-dots",
  clickable: true,
  renderBullet: (index, name) =>
    `<button type="button" class="${name} ${dotStyle}" aria-label="Phase ${index + 1}"></button>`,
};

const dotStyle =
  "grid h-8 w-10 cursor-pointer place-items-center before:h-1.25 before:w-6 before:bg-edge " +
  "aria-[current]:before:w-8.5 aria-[current]:before:bg-accent forced-colors:before:bg-[ButtonText] " +
  "forced-colors:aria-[current]:before:h-2.75 forced-colors:aria-[current]:before:bg-highlight";

const postStyle =
  "relative flex h-31 w-21 flex-col items-center justify-center rounded-md border border-line bg-raised " +
  "font-large text-32/none font-extrabold text-ink-2 shadow-[inset_0_0_0_4px_var(--color-raised),inset_0_0_0_6px_var(--color-case-rim)] in-[.swiper-slide-active]:border-sign in-[.swiper-slide-active]:bg-sign " +
  "in-[.swiper-slide-active]:text-white in-[.swiper-slide-active]:shadow-[inset_0_0_0_4px_var(--color-sign),inset_0_0_0_6.5px_white] forced-colors:in-[.swiper-slide-active]:border-6 " +
  "forced-colors:in-[.swiper-slide-active]:border-highlight";

/** The phases with their signs beside the road. The sign is lit while its phase is in the centre. */
const slides = roadmap.map(({ quarter, points }, position) => {
  const [part, year] = quarter.split(" ");
  return (
    <Fragment key={quarter}>
      {/* The start line before phase 1. */}
      {position === 0 && (
        <div className="absolute top-38.5 left-0 h-25 w-3.5 bg-chalk" aria-hidden="true" />
      )}
      <div className={postStyle} aria-hidden="true">
        <span>{part}</span>
        <small className="mt-2 text-17/none font-bold">{year}</small>
        <div className="absolute top-full left-9.5 h-7.25 w-1.75 bg-linear-90/srgb from-[#8b9096] to-case-rim" />
      </div>
      <h3 className="mt-44.5 text-heading">Phase {position + 1}</h3>
      <p className="mt-1.5 mb-4.5 font-mono text-15/body font-semibold text-accent-ink">
        {quarter}
      </p>
      <ul>
        {points.map((point) => (
          <li key={point} className="border-t border-line py-2 leading-snug">
            {point}
          </li>
        ))}
      </ul>
    </Fragment>
  );
});

/** The phases as stops along a road, which advances while it is seen and neither pointed at nor focused. */
export function Roadmap() {
  const frame = useRef<HTMLDivElement>(null);
  const [carousel, setCarousel] = useState<Swiper>();
  const visible = useInView(frame, { amount: 0.1 });
  const [focused, setFocused] = useState(false);
  const [pointed, setPointed] = useState(false);
  const moving = !useMotionPaused() && visible && !focused && !pointed;
  useEffect(() => {
    if (!carousel || carousel.destroyed) return;
    if (moving) carousel.autoplay.start();
    else carousel.autoplay.stop();
  }, [carousel, moving]);
  return (
    <RoadSection
      id="roadmap"
      exit={{ number: "06", label: "Roadmap" }}
      wide={
        <div onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
          <div
            ref={frame}
            className="relative z-3 mt-16 bg-ground"
            onPointerEnter={() => setPointed(true)}
            onPointerLeave={() => setPointed(false)}
          >
            <div className={roadway} aria-hidden="true">
              <div className="absolute inset-x-0 top-11.5 h-1.75 bg-[repeating-linear-gradient(90deg,var(--color-accent)_0_60px,transparent_60px_160px)]" />
            </div>
            <Carousel
              name="Roadmap"
              className="pt-5"
              slides={slides}
              slideClass={stopStyle}
              autoplay={autoplay}
              pagination={pagination}
              onSwiper={setCarousel}
            />
          </div>
          {/* Swiper adds a dot for each phase. */}
          <div
            id="roadmap-dots"
            className="mt-10 flex min-h-8 items-center justify-center plain:hidden"
            role="group"
            aria-label="Roadmap phases"
          />
        </div>
      }
    >
      <h2 className="mb-12 max-sm:mb-8">The road ahead</h2>
    </RoadSection>
  );
}

const roadway = "absolute inset-x-0 top-43 h-26 border-y-2 border-ink-2 bg-asphalt";

const stopStyle =
  "relative pr-5 pl-5 lg:pl-[max(20px,3vw)] in-[.swiper-initialized]:text-ink-2 [&.swiper-slide-active]:text-ink";
