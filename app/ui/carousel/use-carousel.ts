import { useEffect, useState, type KeyboardEvent, type RefObject } from "react";
import type Swiper from "swiper";
import { useMotionPaused } from "~/lib/pause-motion";
import { useSeen } from "../use-in-view";

const TRAVEL_MS = 500;

/** A slide's name by the carousel pattern of the ARIA Authoring Practices. */
export function slideName(index: number, count: number, title: string) {
  return {
    role: "group",
    "aria-roledescription": "slide",
    "aria-label": `${index + 1} / ${count}: ${title}`,
  } as const;
}

export type SlideName = Partial<ReturnType<typeof slideName>>;

/**
 * Turns a plain scroll-snap list into a centred, infinite carousel when it comes near the window.
 * Slides keep the widths that the style sheet gives them. Those out of sight cannot be reached.
 *
 * @param frame the element of class `swiper` around the list
 * @param count how many different slides there are; the list may hold copies of all of them
 * @returns `index`: which slide is in the centre, from 0. `near`: the list has come near the window, the time to add
 *   copies. `started`: swiper moves the list; until then it scrolls, so it needs a place in the order of focus.
 *   `handlers`, for the element around it and its buttons: the arrow keys move it. `slide`: how assistive technology
 *   names a slide, from the moment on that it is one.
 */
export function useCarousel(frame: RefObject<HTMLElement>, count: number) {
  const near = useSeen(frame, { margin: "300px" });
  const [swiper, setSwiper] = useState<Swiper>();
  const [index, setIndex] = useState(0);
  const travel = useMotionPaused() ? 0 : TRAVEL_MS;

  useEffect(() => {
    if (!near) return;
    let left = false;
    let running: Swiper | undefined;
    import("./start-swiper").then(
      ({ startSwiper }) => {
        if (left || !frame.current) return;
        running = startSwiper(frame.current, (position) => setIndex(position % count));
        setSwiper(running);
      },
      () => undefined, // what cannot be fetched leaves the list, which scrolls
    );
    return () => {
      left = true;
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

/** Of every travel from now on, those after a drag too. */
function setSpeed(swiper: Swiper, milliseconds: number): void {
  swiper.params.speed = milliseconds;
}

/** What the arrows do until the carousel has been loaded. */
function scrollBySlide(frame: HTMLElement | null, step: number, smooth: boolean): void {
  const slide = frame?.querySelector(".swiper-slide");
  frame?.scrollBy({
    left: step * (slide?.clientWidth ?? 0),
    behavior: smooth ? "smooth" : "instant",
  });
}
