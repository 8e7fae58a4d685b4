import Swiper from "swiper";

/** Starts swiper on a list that the server rendered. @param onMove is told which slide is in the centre, counting copies */
export function startSwiper(frame: HTMLElement, onMove: (position: number) => void): Swiper {
  const slides = [...frame.querySelectorAll(".swiper-slide")];
  frame.scrollLeft = 0;
  return new Swiper(frame, {
    // The window's own event will do. The observer reports fractions of a pixel as a first change, and two frames
    // after the start the list jumps back to where it stood, whatever was pressed in between.
    resizeObserver: false,
    slidesPerView: "auto",
    centeredSlides: true,
    loop: true,
    // Whoever has the focus in the list already keeps it.
    initialSlide: Math.max(
      0,
      slides.findIndex((slide) => slide.contains(document.activeElement)),
    ),
    // A second press during the travel counts too.
    loopPreventsSliding: false,
    watchSlidesProgress: true,
    on: {
      init: ({ realIndex }) => onMove(realIndex),
      realIndexChange: ({ realIndex }) => onMove(realIndex),
      slideChangeTransitionStart: keepFocusInSight,
    },
  });
}

/** The focus of a slide that travels out of sight goes on to the one in the centre. */
function keepFocusInSight({ slides, activeIndex }: Swiper): void {
  const focused = slides.find((slide) => slide.contains(document.activeElement));
  if (!focused || focused.matches(".swiper-slide-visible")) return;
  slides[activeIndex]?.querySelector("a")?.focus({ preventScroll: true });
}
