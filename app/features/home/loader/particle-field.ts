/** One reflector that flies past: along a ray from the vanishing point. */
export interface Particle {
  /** Degrees, 0 to the right. */
  angle: number;
  /** Seconds it is ahead of the first one. */
  lead: number;
  colour: "text-accent" | "text-chalk";
}

/** Degrees of the twelve rays: lane lines and edges left and right of the road. */
const rays = [4, 9, 16, 26, 44, 66, 114, 136, 154, 164, 171, 176];

/** Seconds from the vanishing point to the edge. */
const FLIGHT = 5;

/**
 * The particles behind the loader.
 *
 * @param count how many; the loader has 50
 */
export function particles(count: number): Particle[] {
  return Array.from({ length: count }, (_, index) => ({
    angle: rays[index % rays.length] ?? 0,
    // The golden ratio spreads any number of them evenly over the flight.
    lead: ((index * 0.618034) % 1) * FLIGHT,
    colour: index % 3 === 0 ? "text-chalk" : "text-accent",
  }));
}

/** Slow far away, fast near by, as seen from a moving car: distance, scale and opacity on the way. */
const WAY = [
  { offset: 0, distance: 60, scale: 0.3, opacity: 0 },
  { offset: 0.3, distance: 160, scale: 0.5, opacity: 0.5 },
  { offset: 0.6, distance: 340, scale: 0.9, opacity: 0.8 },
  { offset: 1, distance: 1000, scale: 1.8, opacity: 1 },
];

/**
 * A reflector's endless flight, for `Element.animate`. Not in the style sheet: browsers tell the page of every
 * start and round of a CSS animation, fifty times over.
 *
 * @param lead seconds
 */
export function flight(lead: number): [Keyframe[], KeyframeAnimationOptions] {
  const keyframes = WAY.map(({ offset, distance, scale, opacity }) => ({
    offset,
    opacity,
    transform: `translateX(calc(${distance} * var(--u))) scale(${scale})`,
  }));
  return [keyframes, { duration: FLIGHT * 1000, delay: -lead * 1000, iterations: Infinity }];
}
