import { memo, useEffect, useRef, useState } from "react";
import { flight, studs, type Stud } from "./studs";
import "./studs.css";

/** Fifty of them. */
const PARTICLES = studs(50);

/** How many set off at once, and how often: all together would hold up everything else for a moment. */
const GROUP = 5;
const GROUP_MS = 60;

/** The reflectors that fly past behind the loader. */
export const StudSky = memo(function StudSky() {
  const [flying, setFlying] = useState(0);

  useEffect(() => {
    if (flying >= PARTICLES.length) return;
    const timer = setTimeout(() => setFlying(flying + GROUP), GROUP_MS);
    return () => clearTimeout(timer);
  }, [flying]);

  return (
    <div className="stud-sky" aria-hidden="true">
      {PARTICLES.slice(0, flying).map((stud, index) => (
        <FlyingStud key={index} {...stud} />
      ))}
    </div>
  );
});

const FlyingStud = memo(function FlyingStud({ angle, lead, colour }: Stud) {
  const stud = useRef<HTMLElement>(null);
  useEffect(() => {
    const way = stud.current?.animate(...flight(lead));
    return () => way?.cancel();
  }, [lead]);
  return <i className={`stud ${colour}`} ref={stud} style={{ rotate: `${angle}deg` }} />;
});
