import Swiper from "swiper";

/**
 * Starts swiper on a list that the server rendered.
 *
 * @param onMove told which slide is in the centre, counting copies
 */
export function startSwiper(frame: HTMLElement, onMove: (position: number) => void): Swiper {
  return new Swiper(frame, {
    wrapperClass: "carousel-track",
    slideClass: "carousel-slide",
    slideActiveClass: "in-centre",
    slidesPerView: "auto",
    centeredSlides: true,
    loop: true,
    // Whoever has the focus in the list already keeps it.
    initialSlide: Math.max(0, focusedSlide(frame)),
    // A second press during the travel counts too.
    loopPreventsSliding: false,
    watchSlidesProgress: true,
    on: {
      init: (swiper) => {
        keepHiddenSlidesInert(swiper);
        onMove(swiper.realIndex);
      },
      progress: keepHiddenSlidesInert,
      realIndexChange: (swiper) => onMove(swiper.realIndex),
    },
  });
}

function focusedSlide(frame: HTMLElement): number {
  const slides = [...frame.querySelectorAll(".carousel-slide")];
  return slides.findIndex((slide) => slide.contains(document.activeElement));
}

function keepHiddenSlidesInert(swiper: Swiper): void {
  for (const slide of swiper.slides) {
    slide.toggleAttribute("inert", !slide.classList.contains("swiper-slide-visible"));
  }
}
