import type { ReactNode } from "react";
import type { A11yOptions } from "swiper/types";
import { A11y, Autoplay, Navigation, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide, type SwiperProps } from "swiper/react";
import { useMotionPaused } from "~/lib/pause-motion";

const TRAVEL_MS = 500;

interface CarouselProps extends SwiperProps {
  name: string;
  list: "ul" | "ol";
  className: string;
  slides: readonly { key: string; content: ReactNode }[];
  slideClass: string;
  messages?: A11yOptions;
}

/**
 * A centred, endless carousel with one to three slides in the frame. The server renders a list that scrolls. Objects
 * among the options must be the same at every render, because swiper starts anew for other options.
 */
export function Carousel(props: CarouselProps) {
  const { name, list, className, slides, slideClass, messages, ...options } = props;
  return (
    <Swiper
      role="group"
      aria-label={name}
      className={`${frameStyle} ${className}`}
      wrapperTag={list}
      modules={[A11y, Autoplay, Navigation, Pagination]}
      centeredSlides
      loop
      loopPreventsSliding={false} // a second press during the transition counts too
      watchSlidesProgress
      breakpoints={breakpoints}
      speed={useMotionPaused() ? 0 : TRAVEL_MS}
      a11y={{ ...roles, ...messages, containerMessage: name }}
      {...options}
    >
      {slides.map(({ key, content }) => (
        <SwiperSlide tag="li" key={key} className={`${slideStyle} ${slideClass}`}>
          {content}
        </SwiperSlide>
      ))}
    </Swiper>
  );
}

/** A row that scrolls; once swiper has started, a row that swiper moves. */
const frameStyle =
  "relative snap-x snap-mandatory overflow-x-auto [scrollbar-width:thin] sm:[--slides:2] lg:[--slides:3] " +
  "[&.swiper-initialized]:cursor-grab [&.swiper-initialized]:touch-pan-y [&.swiper-initialized]:snap-none " +
  "[&.swiper-initialized]:overflow-hidden [&>.swiper-wrapper]:flex [&>.swiper-wrapper]:transition-transform " +
  "[&>.swiper-wrapper]:duration-0 [&>.swiper-notification]:sr-only";

/**
 * The browser divides, because a minifier would round a third. Slides outside of the frame cannot be focused; slides
 * that leave stay displayed until they are outside.
 */
const slideStyle =
  "w-[calc(100%/var(--slides,1))] flex-none snap-center in-[.swiper-initialized]:transition-[visibility] " +
  "in-[.swiper-initialized]:duration-500 in-[.swiper-initialized]:not-[.swiper-slide-visible]:invisible";

const breakpoints = { 640: { slidesPerView: 2 }, 1024: { slidesPerView: 3 } };

const roles = {
  containerRole: "group",
  containerRoleDescriptionMessage: "carousel",
  itemRoleDescriptionMessage: "slide",
  slideRole: "listitem",
};
