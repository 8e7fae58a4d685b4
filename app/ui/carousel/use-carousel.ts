import { useEffect, useRef, useState, type RefObject } from "react";
import type Swiper from "swiper";
import { useMotionPaused } from "~/lib/pause-motion";
import { useSeen } from "../use-in-view";

/** How long a slide travels. */
const TRAVEL_MS = 500;

export interface Carousel {
  /** Which slide is in the centre, from 0. */
  index: number;
  /** True from the moment the list comes near the window: the time to add copies of the slides. */
  near: boolean;
  /** True once swiper moves the list. Until then it scrolls, so it needs a place in the order of focus. */
  started: boolean;
  move: (step: 1 | -1) => void;
  goTo: (index: number) => void;
}

/**
 * Turns a plain scroll-snap list into a centred, infinite carousel when it comes near the window.
 * Slides keep the widths that the style sheet gives them. Those out of sight are inert.
 *
 * @param frame the element around the list; the list has the class `carousel-track`, its items
 *   `carousel-slide`
 * @param count how many different slides there are; the list may hold copies of all of them
 */
export function useCarousel(frame: RefObject<HTMLElement>, count: number): Carousel {
  const near = useSeen(frame, { margin: "300px" });
  const swiper = useRef<Swiper>();
  const [index, setIndex] = useState(0);
  const [started, setStarted] = useState(false);
  const travel = useMotionPaused() ? 0 : TRAVEL_MS;

  useEffect(() => {
    if (!near) return;
    let left = false;
    void import("./start-swiper").then(({ startSwiper }) => {
      if (left || !frame.current) return;
      swiper.current = startSwiper(frame.current, (position) => setIndex(position % count));
      setStarted(true);
    });
    return () => {
      left = true;
      swiper.current?.destroy();
      swiper.current = undefined;
      setStarted(false);
    };
  }, [near, frame, count]);

  useEffect(() => {
    if (swiper.current) swiper.current.params.speed = travel;
  }, [started, travel]);

  return {
    index,
    near,
    started,
    move: (step) => {
      if (!swiper.current) scrollBySlide(frame.current, step, travel > 0);
      else if (step === 1) swiper.current.slideNext();
      else swiper.current.slidePrev();
    },
    goTo: (target) => swiper.current?.slideToLoop(target),
  };
}

/** What the arrows do until the carousel has been loaded. */
function scrollBySlide(frame: HTMLElement | null, step: number, smooth: boolean): void {
  const track = frame?.querySelector(".carousel-track");
  const slide = track?.querySelector(".carousel-slide");
  track?.scrollBy({
    left: step * (slide?.clientWidth ?? 0),
    behavior: smooth ? "smooth" : "instant",
  });
}
