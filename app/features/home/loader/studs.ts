/** One reflector that flies past: along a ray from the vanishing point. */
export interface Stud {
  /** Degrees, 0 to the right. */
  angle: number;
  /** Seconds it is ahead of the first one. */
  lead: number;
  colour: "#FFB81C" | "#F3F0E7";
}

/** Degrees of the twelve rays: lane lines and edges left and right of the road. */
const rays = [4, 9, 16, 26, 44, 66, 114, 136, 154, 164, 171, 176];

/** Seconds from the vanishing point to the edge. */
export const FLIGHT = 5;

/**
 * The particles behind the loader.
 *
 * @param count specification section 9: 50
 */
export function studs(count: number): Stud[] {
  return Array.from({ length: count }, (_, index) => ({
    angle: rays[index % rays.length] ?? 0,
    // The golden ratio spreads any number of them evenly over the flight.
    lead: ((index * 0.618034) % 1) * FLIGHT,
    colour: index % 3 === 0 ? "#F3F0E7" : "#FFB81C",
  }));
}
