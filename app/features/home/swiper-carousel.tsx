import type { CSSProperties } from "react";
import { A11y, Autoplay, Pagination } from "swiper/modules";
import { Swiper, SwiperSlide } from "swiper/react";
import { useMotionPaused } from "~/lib/pause-motion";
import type { CarouselProps } from "./carousel";

/** The carousel that swiper moves; loaded late, when its list comes near the window. */
export default function SwiperCarousel(props: CarouselProps) {
  const { name, slides, slideClass, ...options } = props;
  return (
    <Swiper
      role="group"
      aria-label={name}
      wrapperTag="ol"
      modules={[A11y, Autoplay, Pagination]}
      centeredSlides
      loop
      loopPreventsSliding={false} // a second press during the transition counts too
      watchSlidesProgress
      breakpoints={breakpoints}
      speed={useMotionPaused() ? 0 : 500}
      a11y={roles}
      {...options}
    >
      {slides.map((slide, index) => (
        <SwiperSlide
          tag="li"
          key={slide.key}
          className={slideClass}
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
  containerRoleDescriptionMessage: "carousel",
  itemRoleDescriptionMessage: "slide",
  slideRole: "listitem",
  // A press announces the position; this would announce the slides that swiper moves to the other end.
  wrapperLiveRegion: false,
};
