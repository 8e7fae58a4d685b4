import { useEffect, useState, type KeyboardEvent, type RefObject } from "react";
import type Swiper from "swiper";
import { useMotionPaused } from "~/lib/pause-motion";
import { useSeen } from "../use-in-view";

const TRAVEL_MS = 500;

/** ARIA attributes of a slide (carousel pattern of the ARIA Authoring Practices). */
export function slideName(index: number, count: number, title: string) {
  return {
    role: "group",
    "aria-roledescription": "slide",
    "aria-label": `${index + 1} / ${count}: ${title}`,
  } as const;
}

export type SlideName = Partial<ReturnType<typeof slideName>>;

/**
 * Turns a scroll-snap list into a centred, infinite carousel when it comes near the window. Slides keep the widths
 * of the style sheet. Slides outside of the frame cannot be focused.
 *
 * @param frame the element of class `swiper` around the list
 * @param count number of different slides; the list may contain copies of all of them
 * @returns `index`: index of the centre slide, from 0. `near`: whether the list has come near the window, so that copies
 *   have to be added. `started`: whether swiper moves the list; until then it scrolls and has to be focusable.
 *   `handlers`: arrow keys, for the element around the list and its buttons. `slide`: ARIA attributes of a slide, empty
 *   until swiper has started.
 */
export function useCarousel(frame: RefObject<HTMLElement>, count: number) {
  const near = useSeen(frame, { margin: "300px" });
  const [swiper, setSwiper] = useState<Swiper>();
  const [index, setIndex] = useState(0);
  const travel = useMotionPaused() ? 0 : TRAVEL_MS;

  useEffect(() => {
    if (!near) return;
    let isUnmounted = false;
    let running: Swiper | undefined;
    import("./start-swiper").then(
      ({ startSwiper }) => {
        if (isUnmounted || !frame.current) return;
        running = startSwiper(frame.current, (position) => setIndex(position % count));
        setSwiper(running);
      },
      () => undefined, // without swiper the list stays scrollable
    );
    return () => {
      isUnmounted = true;
      running?.destroy();
      setSwiper(undefined);
    };
  }, [near, frame, count]);

  useEffect(() => {
    if (swiper) setSpeed(swiper, travel);
  }, [swiper, travel]);

  const move = (step: 1 | -1) => {
    if (!swiper) scrollBySlide(frame.current, step, travel > 0);
    else if (step === 1) swiper.slideNext();
    else swiper.slidePrev();
  };
  return {
    index,
    near,
    started: swiper !== undefined,
    move,
    goTo: (target: number) => swiper?.slideToLoop(target),
    handlers: {
      onKeyDown: ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => {
        if (!swiper || altKey || ctrlKey || metaKey || shiftKey) return;
        if (key === "ArrowLeft") move(-1);
        if (key === "ArrowRight") move(1);
      },
    },
    slide: (position: number, title: string): SlideName =>
      swiper ? slideName(position, count, title) : {},
  };
}

/** Sets the duration of all further transitions, including those after a drag. */
function setSpeed(swiper: Swiper, milliseconds: number): void {
  swiper.params.speed = milliseconds;
}

/** Scrolls by one slide. The arrow buttons do this until swiper has been loaded. */
function scrollBySlide(frame: HTMLElement | null, step: number, smooth: boolean): void {
  const slide = frame?.querySelector(".swiper-slide");
  frame?.scrollBy({
    left: step * (slide?.clientWidth ?? 0),
    behavior: smooth ? "smooth" : "instant",
  });
}
