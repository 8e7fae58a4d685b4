/** Somebody behind a windscreen, as a road sign would draw them, where there is no photograph. Decoration. */
export function DrawnDriver() {
  return (
    <svg
      className="absolute inset-0 size-full fill-pit"
      viewBox="0 0 240 280"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className="stroke-steel" strokeWidth="5" d={WINDSCREEN} />
      <path className="fill-chalk-2" d={HEAD_AND_SHOULDERS} />
      <path className="stroke-accent" strokeWidth="9" d={WHEEL} />
    </svg>
  );
}

const WINDSCREEN = "M-10 290L38 56Q41 42 55 42H185Q199 42 202 56L250 290ZM96 64h48";
const HEAD_AND_SHOULDERS =
  "M90 122a30 30 0 1 1 60 0a30 30 0 1 1-60 0M58 290V218a58 54 0 0 1 58-54h8a58 54 0 0 1 58 54V290Z";
const WHEEL = "M74 262a46 46 0 1 1 92 0a46 46 0 1 1-92 0h92";
