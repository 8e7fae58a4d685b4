import Swiper from "swiper";
import { Autoplay, Keyboard } from "swiper/modules";

interface SwiperStart {
  /** How long a slide travels, in milliseconds. */
  speed: number;
  /** How long a slide stands where the carousel moves by itself. */
  delay?: number | undefined;
  /** Told which slide is in the centre, counting copies. */
  onMove: (position: number) => void;
}

/** Starts swiper on a list that the server rendered. It stands until its `autoplay` is started. */
export function startSwiper(frame: HTMLElement, { speed, delay, onMove }: SwiperStart): Swiper {
  keepFocusStill(frame);
  return new Swiper(frame, {
    modules: [Autoplay, Keyboard],
    speed,
    // The window's own event will do. The observer reports fractions of a pixel as a first change, and two frames
    // after the start the list jumps back to where it stood, whatever was pressed in between.
    resizeObserver: false,
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
    // From one start to the next: the travel is part of the time.
    autoplay: { enabled: false, waitForTransition: false, ...(delay !== undefined && { delay }) },
    // On while the focus is in the carousel, even if it is larger than the window. Page up and down are the page's.
    keyboard: { enabled: false, onlyInViewport: false, pageUpDown: false },
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

/** The list can have the focus as long as it scrolls; once it travels, its frame keeps it in sight. */
function keepFocusStill(frame: HTMLElement): void {
  if (!document.activeElement?.matches(".carousel-track")) return;
  if (!frame.contains(document.activeElement)) return;
  frame.tabIndex = -1;
  frame.focus({ preventScroll: true });
  frame.addEventListener("blur", () => frame.removeAttribute("tabindex"), { once: true });
}

function focusedSlide(frame: HTMLElement): number {
  const slides = [...frame.querySelectorAll(".carousel-slide")];
  return slides.findIndex((slide) => slide.contains(document.activeElement));
}

/** A focus that travels out of sight goes on to what came instead. */
function keepHiddenSlidesInert(swiper: Swiper): void {
  const focused = swiper.slides.find((slide) => slide.contains(document.activeElement));
  for (const slide of swiper.slides) {
    slide.toggleAttribute("inert", !slide.classList.contains("swiper-slide-visible"));
  }
  if (!focused?.inert) return;
  const shown = swiper.slides.filter((slide) => !slide.inert);
  const link = shown[Math.floor(shown.length / 2)]?.querySelector("a");
  link?.focus({ preventScroll: true });
}
