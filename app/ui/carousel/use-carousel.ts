import { useEffect, useState, type RefObject } from "react";
import type Swiper from "swiper";
import { isMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { useSeen } from "../use-in-view";
import type { startSwiper as StartSwiper } from "./start-swiper";

/** How long a slide travels. */
const TRAVEL_MS = 500;

interface CarouselOptions {
  /** How many different slides there are; the list may hold copies of all of them. */
  count: number;
  /** The focus is in the carousel: its arrow keys move it. */
  focused?: boolean;
  /** It moves by itself, a slide every `delay` milliseconds. */
  driving?: boolean;
  delay?: number | undefined;
}

export interface Carousel {
  /** Which slide is in the centre, from 0. */
  index: number;
  /** True from the moment the list comes near the window: the time to add copies of the slides. */
  near: boolean;
  /** True once swiper moves the list. Until then it scrolls, so it needs a place in the order of focus. */
  started: boolean;
  move: (step: 1 | -1) => void;
  goTo: (index: number) => void;
  /** How assistive technology names a slide, from the moment on that it is one. */
  slide: (index: number, title: string) => SlideName;
}

export interface SlideName {
  role?: "group";
  "aria-roledescription"?: "slide";
  "aria-label"?: string;
}

/** A slide's name by the carousel pattern of the ARIA Authoring Practices. */
export function slideName(index: number, count: number, title: string): SlideName {
  return {
    role: "group",
    "aria-roledescription": "slide",
    "aria-label": `${index + 1} / ${count}: ${title}`,
  };
}

/**
 * Turns a plain scroll-snap list into a centred, infinite carousel when it comes near the window.
 * Slides keep the widths that the style sheet gives them. Those out of sight are inert.
 *
 * @param frame the element around the list; the list has the class `carousel-track`, its items
 *   `carousel-slide`
 */
export function useCarousel(
  frame: RefObject<HTMLElement>,
  { count, focused = false, driving = false, delay }: CarouselOptions,
): Carousel {
  const near = useSeen(frame, { margin: "300px" });
  const [swiper, setSwiper] = useState<Swiper>();
  const [index, setIndex] = useState(0);
  const travel = travelTime(useMotionPaused());

  useEffect(() => {
    if (!near) return;
    let left = false;
    let running: Swiper | undefined;
    const start = ({ startSwiper }: { startSwiper: typeof StartSwiper }) => {
      if (left || !frame.current) return;
      const onMove = (position: number) => setIndex(position % count);
      running = startSwiper(frame.current, { speed: travelTime(isMotionPaused()), delay, onMove });
      setSwiper(running);
    };
    // What cannot be fetched leaves the list, which scrolls.
    import("./start-swiper").then(start, () => undefined);
    return () => {
      left = true;
      running?.destroy();
      setSwiper(undefined);
    };
  }, [near, frame, count, delay]);

  useEffect(() => {
    if (swiper) setSpeed(swiper, travel);
  }, [swiper, travel]);

  useEffect(() => {
    if (driving) swiper?.autoplay.start();
    else swiper?.autoplay.stop();
  }, [swiper, driving]);

  useEffect(() => {
    if (focused) swiper?.keyboard.enable();
    else swiper?.keyboard.disable();
  }, [swiper, focused]);

  return {
    index,
    near,
    started: swiper !== undefined,
    move: (step) => {
      if (!swiper) scrollBySlide(frame.current, step, travel > 0);
      else if (step === 1) swiper.slideNext();
      else swiper.slidePrev();
    },
    goTo: (target) => swiper?.slideToLoop(target),
    slide: (position, title) => (swiper ? slideName(position, count, title) : {}),
  };
}

function travelTime(paused: boolean): number {
  return paused ? 0 : TRAVEL_MS;
}

/** Of every travel from now on, those of autoplay and of the keyboard too. */
function setSpeed(swiper: Swiper, milliseconds: number): void {
  swiper.params.speed = milliseconds;
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
