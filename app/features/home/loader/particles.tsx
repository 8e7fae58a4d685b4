const COUNT = 50;

/** Degrees of the twelve rays from the vanishing point: lane lines and edges left and right of the road. */
const RAYS = [4, 9, 16, 26, 44, 66, 114, 136, 154, 164, 171, 176];

/** Seconds in which a reflector comes twice as near, as in `rayStyle`. */
const DOUBLING = 1.25;

/** Seconds after the root's hydration in which the sections hydrate. Frames of moving reflectors would slow that down. */
const START = 0.7;

/**
 * The reflectors that fly past behind the loader. Each ray doubles in size and begins again: its reflectors stand at
 * halved distances, so that each takes the place of the next. Fifty animations would cost time in every frame.
 */
export function Particles() {
  return (
    <div className="fixed top-[44%] left-1/2 [--u:max(100vw/1440,100vh/900)]" aria-hidden="true">
      {RAYS.map((angle, ray) => (
        <div
          key={angle}
          className={rayStyle}
          // Three phases: React listens to animationiteration, and each end of an iteration costs a frame of styles.
          style={{
            rotate: `${angle}deg`,
            animationDelay: `${START + ((ray % 3) / 3) * DOUBLING}s`,
          }}
        >
          {Array.from({ length: Math.ceil((COUNT - ray) / RAYS.length) }, (_, place) => (
            <i
              key={place}
              className={`${reflector} ${(ray + place) % 3 === 0 ? "text-chalk" : "text-accent"}`}
              style={{ scale: `${2 ** -place}` }}
            />
          ))}
        </div>
      ))}
      <div className={haze} />
    </div>
  );
}

const rayStyle =
  "absolute in-data-hydrated:animate-[nearer_1.25s_cubic-bezier(0.33,0.23,0.67,0.54)_infinite]";

/** A block with a tail. Its origin is the vanishing point. */
const reflector =
  "absolute -top-[calc(4*var(--u))] left-[calc(1000*var(--u))] h-[calc(8*var(--u))] w-[calc(74*var(--u))] " +
  "origin-[calc(-1000*var(--u))_50%] border-r-[calc(18*var(--u))] " +
  "bg-[linear-gradient(90deg,transparent,currentColor)] bg-size-[100%_25%] bg-center bg-no-repeat";

/** Hides the reflectors in the distance. */
const haze =
  "absolute size-[calc(640*var(--u))] -translate-1/2 " +
  "bg-[radial-gradient(closest-side,var(--color-ground)_15%,transparent)]";
