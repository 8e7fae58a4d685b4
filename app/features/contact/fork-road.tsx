const LEFT = "M600-10V36A116 116 0 0 1 484 152H406A116 116 0 0 0 290 268V320";
const RIGHT = "M600-10V36A116 116 0 0 0 716 152H794A116 116 0 0 1 910 268V320";
const FORK = LEFT + RIGHT;

/** A road that forks: edge lines, asphalt, lane line. Decoration. */
export function ForkRoad() {
  return (
    <svg
      className="contact-fork"
      viewBox="0 0 1200 300"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <path d={FORK} stroke="#A9AEB5" strokeWidth="100" />
      <path d={FORK} stroke="#15181c" strokeWidth="95" />
      <path d={FORK} stroke="#FFB81C" strokeWidth="6" strokeDasharray="34 30" />
    </svg>
  );
}
