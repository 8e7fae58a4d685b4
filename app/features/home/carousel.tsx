import { useInView } from "framer-motion";
import { lazy, Suspense, useRef, type ReactElement } from "react";
import type { SwiperProps } from "swiper/react";

export interface CarouselProps extends SwiperProps {
  name: string;
  className: string;
  /** Each with a key. */
  slides: readonly ReactElement[];
  slideClass: string;
}

/** If swiper cannot be loaded, nothing comes, and the list stays. */
const SwiperCarousel = lazy(() =>
  import("./swiper-carousel").catch(() => new Promise<never>(() => {})),
);

/**
 * A centred, endless carousel with one to three slides in the frame; until it comes near, a list that scrolls. Objects
 * among the options must be the same at every render, because swiper starts anew for other options.
 */
export function Carousel(props: CarouselProps) {
  const { name, slides } = props;
  const className = `${frameStyle} ${props.className}`;
  const slideClass = `${slideStyle} ${props.slideClass}`;
  const frame = useRef<HTMLDivElement>(null);
  const near = useInView(frame, { once: true, margin: "300px" });
  const list = (
    <div ref={frame} className={className} role="group" aria-label={name}>
      <ol className="swiper-wrapper">
        {slides.map((slide) => (
          <li key={slide.key} className={`swiper-slide ${slideClass}`}>
            {slide}
          </li>
        ))}
      </ol>
    </div>
  );
  if (!near) return list;
  return (
    <Suspense fallback={list}>
      <SwiperCarousel {...props} className={className} slideClass={slideClass} />
    </Suspense>
  );
}

/** A row that scrolls; once swiper has started, a row that swiper moves. On paper the slides are in rows. */
const frameStyle =
  "relative snap-x snap-mandatory overflow-x-auto [scrollbar-width:thin] sm:[--slides:2] lg:[--slides:3] " +
  "[&.swiper-initialized]:cursor-grab [&.swiper-initialized]:touch-pan-y [&.swiper-initialized]:snap-none " +
  "[&.swiper-initialized]:overflow-hidden [&>.swiper-wrapper]:flex [&>.swiper-wrapper]:transition-transform " +
  "[&>.swiper-wrapper]:duration-0 [&>.swiper-notification]:sr-only print:overflow-visible! " +
  "print:[&>.swiper-wrapper]:transform-none! print:[&>.swiper-wrapper]:flex-wrap print:[&>.swiper-wrapper]:gap-y-8";

/**
 * The browser divides, because a minifier would round a third. Slides outside of the frame cannot be focused; slides
 * that leave stay displayed until they are outside.
 */
const slideStyle =
  "w-[calc(100%/var(--slides,1))] flex-none snap-center in-[.swiper-initialized]:transition-[visibility] " +
  "in-[.swiper-initialized]:duration-500 in-[.swiper-initialized]:not-[.swiper-slide-visible]:invisible " +
  "print:visible! print:order-(--place) print:w-[calc(100%/var(--slides,1))]! print:break-inside-avoid";
