import Swiper from "swiper";

/** Starts swiper on a list that the server rendered. @param onMove called with the centre slide's index, with copies */
export function startSwiper(frame: HTMLElement, onMove: (position: number) => void): Swiper {
  const slides = [...frame.querySelectorAll(".swiper-slide")];
  frame.scrollLeft = 0;
  return new Swiper(frame, {
    // The window's own event suffices. The observer reports fractions of a pixel as a first change, and two frames
    // after the start the list would jump back to its first position, whatever was pressed in between.
    resizeObserver: false,
    slidesPerView: "auto",
    centeredSlides: true,
    loop: true,
    // Starts with the slide that has the focus, so that it keeps the focus.
    initialSlide: Math.max(
      0,
      slides.findIndex((slide) => slide.contains(document.activeElement)),
    ),
    // A second press during the transition counts too.
    loopPreventsSliding: false,
    watchSlidesProgress: true,
    on: {
      init: ({ realIndex }) => onMove(realIndex),
      realIndexChange: ({ realIndex }) => onMove(realIndex),
      slideChangeTransitionStart: keepFocusInSight,
    },
  });
}

/** Moves the focus from a slide that leaves the frame to the slide in the centre. */
function keepFocusInSight({ slides, activeIndex }: Swiper): void {
  const focused = slides.find((slide) => slide.contains(document.activeElement));
  if (!focused || focused.matches(".swiper-slide-visible")) return;
  slides[activeIndex]?.querySelector("a")?.focus({ preventScroll: true });
}
