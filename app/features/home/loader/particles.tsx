import { memo, useEffect, useRef, useState } from "react";
import { flight, particles, type Particle } from "./particle-field";
import { useMotionPaused } from "~/lib/pause-motion";
import sheet from "./particles.css?url";

/** Fifty of them. */
const PARTICLES = particles(50);

/** How many set off at once, and how often: all together would hold up everything else for a moment. */
const GROUP = 5;
const GROUP_MS = 60;

/** The reflectors that fly past behind the loader. */
export const Particles = memo(function Particles() {
  const [flying, setFlying] = useState(0);
  const paused = useMotionPaused();

  useEffect(() => {
    if (flying >= PARTICLES.length) return;
    const timer = setTimeout(() => setFlying(flying + GROUP), GROUP_MS);
    return () => clearTimeout(timer);
  }, [flying]);

  // Another page may pause all motion while the loader is shown.
  if (paused) return null;
  return (
    <div className="particles" aria-hidden="true">
      <link rel="stylesheet" href={sheet} />
      {PARTICLES.slice(0, flying).map((particle, index) => (
        <FlyingParticle key={index} {...particle} />
      ))}
    </div>
  );
});

const FlyingParticle = memo(function FlyingParticle({ angle, lead, colour }: Particle) {
  const particle = useRef<HTMLElement>(null);
  useEffect(() => {
    const way = particle.current?.animate(...flight(lead));
    return () => way?.cancel();
  }, [lead]);
  return <i className={`particle ${colour}`} ref={particle} style={{ rotate: `${angle}deg` }} />;
});
