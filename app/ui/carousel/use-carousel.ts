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
  const travel = useMotionPaused() ? 0 : TRAVEL_MS;

  useEffect(() => {
    if (!near) return;
    let left = false;
    void import("./start-swiper").then(({ startSwiper }) => {
      if (left || !frame.current) return;
      swiper.current = startSwiper(frame.current, (position) => setIndex(position % count));
    });
    return () => {
      left = true;
      swiper.current?.destroy();
      swiper.current = undefined;
    };
  }, [near, frame, count]);

  return {
    index,
    near,
    move: (step) => {
      if (!swiper.current) scrollBySlide(frame.current, step);
      else if (step === 1) swiper.current.slideNext(travel);
      else swiper.current.slidePrev(travel);
    },
    goTo: (target) => swiper.current?.slideToLoop(target, travel),
  };
}

/** What the arrows do until the carousel has been loaded. */
function scrollBySlide(frame: HTMLElement | null, step: number): void {
  const track = frame?.querySelector(".carousel-track");
  const slide = track?.querySelector(".carousel-slide");
  track?.scrollBy({ left: step * (slide?.clientWidth ?? 0), behavior: "smooth" });
}
