import type { CSSProperties, ReactElement } from "react";
import { A11y, Autoplay, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide, type SwiperProps } from "swiper/react";
import { useMotionPaused } from "~/lib/pause-motion";

interface CarouselProps extends SwiperProps {
  name: string;
  list: "ul" | "ol";
  className: string;
  /** Each with a key. */
  slides: readonly ReactElement[];
  slideClass: string;
}

const TRAVEL_MS = 500;

/**
 * A centred, endless carousel with one to three slides in the frame; without scripts, a list that scrolls. Objects among
 * the options must be the same at every render, because swiper starts anew for other options.
 */
export function Carousel(props: CarouselProps) {
  const { name, list, className, slides, slideClass, ...options } = props;
  return (
    <Swiper
      role="group"
      aria-label={name}
      className={`${frameStyle} ${className}`}
      wrapperTag={list}
      modules={[A11y, Autoplay, Pagination]}
      centeredSlides
      loop
      loopPreventsSliding={false} // a second press during the transition counts too
      watchSlidesProgress
      breakpoints={breakpoints}
      speed={useMotionPaused() ? 0 : TRAVEL_MS}
      a11y={{ ...roles, containerMessage: name }}
      onInit={({ el }) => void (el.scrollLeft = 0)} // the visitor may have scrolled the list
      {...options}
    >
      {slides.map((slide, index) => (
        <SwiperSlide
          tag="li"
          key={slide.key}
          className={`${slideStyle} ${slideClass}`}
          // Swiper reorders the slides; paper has them in their order. React's type has no custom properties.
          style={{ "--place": index } as CSSProperties}
        >
          {slide}
        </SwiperSlide>
      ))}
    </Swiper>
  );
}

const breakpoints = { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } };

const roles = {
  containerRole: "group",
  containerRoleDescriptionMessage: "carousel",
  itemRoleDescriptionMessage: "slide",
  slideRole: "listitem",
  // A press announces the position; this would announce the slides that swiper moves to the other end.
  wrapperLiveRegion: false,
};

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
