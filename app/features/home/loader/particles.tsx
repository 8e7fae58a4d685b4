const COUNT = 50;

/** Degrees of the twelve rays from the vanishing point: lane lines and edges left and right of the road. */
const RAYS = [4, 9, 16, 26, 44, 66, 114, 136, 154, 164, 171, 176];

/** Seconds of a flight from the vanishing point to the edge of the window, as in `reflector`. */
const FLIGHT = 5;

/** The reflectors that fly past behind the loader, each along one of the rays. */
export function Particles() {
  return (
    <div className="fixed top-[44%] left-1/2 [--u:max(100vw/1440,100vh/900)]" aria-hidden="true">
      {Array.from({ length: COUNT }, (_, index) => (
        <i
          key={index}
          className={`${reflector} ${index % 3 === 0 ? "text-chalk" : "text-accent"}`}
          style={{
            rotate: `${RAYS[index % RAYS.length]}deg`,
            // Ten phases: React listens to animationiteration, and each end of an iteration costs a frame of styles.
            animationDelay: `${-((index * 0.7) % 1) * FLIGHT}s`,
          }}
        />
      ))}
    </div>
  );
}

const reflector =
  "absolute h-[calc(5*var(--u))] w-[calc(41*var(--u))] origin-left animate-[flight_5s_infinite] bg-linear-90/srgb " +
  "from-transparent to-current opacity-0";
