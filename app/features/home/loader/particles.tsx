import { memo, useEffect, useRef, useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import sheet from "./particles.css?url";

const COUNT = 50;

/** Particles per group, and milliseconds between groups: starting all at once would block the page for a moment. */
const GROUP = 5;
const GROUP_MS = 60;

/** Degrees of the twelve rays from the vanishing point: lane lines and edges left and right of the road. */
const RAYS = [4, 9, 16, 26, 44, 66, 114, 136, 154, 164, 171, 176];

/** Milliseconds of a flight from the vanishing point to the edge of the window. */
const FLIGHT_MS = 5_000;

/** Keyframes of the flight (distance, scale, opacity), slow in the distance and fast nearby, as seen from a moving car. */
const WAY = [
  { offset: 0, distance: 60, scale: 0.3, opacity: 0 },
  { offset: 0.3, distance: 160, scale: 0.5, opacity: 0.5 },
  { offset: 0.6, distance: 340, scale: 0.9, opacity: 0.8 },
  { offset: 1, distance: 1000, scale: 1.8, opacity: 1 },
].map(({ offset, distance, scale, opacity }) => ({
  offset,
  opacity,
  transform: `translateX(calc(${distance} * var(--u))) scale(${scale})`,
}));

/** The reflectors that fly past behind the loader, each along one of the rays. */
export const Particles = memo(function Particles() {
  const field = useRef<HTMLDivElement>(null);
  const [flying, setFlying] = useState(0);
  const paused = useMotionPaused();

  useEffect(() => {
    // No CSS animation: browsers fire events for every start and iteration of it, here fifty times as many.
    field.current?.querySelectorAll("i").forEach((particle, index) => {
      if (particle.getAnimations().length > 0) return;
      // The golden ratio spreads any number of particles evenly over the flight.
      const delay = -((index * 0.618034) % 1) * FLIGHT_MS;
      particle.animate(WAY, { duration: FLIGHT_MS, delay, iterations: Infinity });
    });
    if (flying >= COUNT) return;
    const timer = setTimeout(() => setFlying(flying + GROUP), GROUP_MS);
    return () => clearTimeout(timer);
  }, [flying, paused]);

  // Another page may pause all motion while the loader is shown.
  if (paused) return null;
  return (
    <div className="particles" aria-hidden="true" ref={field}>
      <link rel="stylesheet" href={sheet} />
      {Array.from({ length: flying }, (_, index) => (
        <i
          key={index}
          className={`particle ${index % 3 === 0 ? "text-chalk" : "text-accent"}`}
          style={{ rotate: `${RAYS[index % RAYS.length]}deg` }}
        />
      ))}
    </div>
  );
});
