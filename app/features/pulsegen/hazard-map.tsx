/** Where hazards stand on the map, in its own units. */
const hazards = [
  { x: 326, y: 181 },
  { x: 150, y: 84 },
  { x: 470, y: 318 },
  { x: 80, y: 200 },
] as const;

const avenues =
  "M-20 318C90 300 150 300 220 240S400 150 590 128M130 -20C150 90 190 150 236 226S330 360 344 430";

const streets = [
  "M-228 -55.3L-83.5 650.2M-178.9 -66.3L-26.6 637.4M-135.4 -76.0L30.9 624.6M-86.8 -86.9L70.7",
  "615.7M-37.5 -97.9L118.9 604.9M9.3 -108.4L159.3 595.9M62 -120.1L210 584.6M110.1 -130.9L269.5",
  "571.2M164.3 -143.0L318.5 560.3M208.4 -152.9L358.4 551.4M261.4 -164.7L420.9 537.4M311.9",
  "-176.0L468.5 526.7M358.1 -186.4L510.3 517.4M411.9 -198.4L556.6 507.0M457.5 -208.6L616.5",
  "493.6M510.2 -220.4L654.9 485.0M558.3 -231.1L725.3 469.3M608.4 -242.3L755.3 462.6M-228 -55.3L633",
  "-237.5M-219.4 -17.1L641.3 -200.5M-211.9 16.4L647.9 -171.0M-201.7 62.2L659.3 -120.2M-193.3",
  "99.8L663.9 -99.4M-183.1 145.5L677.9 -36.9M-173.1 190.1L688.1 8.8M-162.9 235.8L695.6 42.3M-154.6",
  "272.9L704.8 83.4M-147.1 306.5L713.9 124.1M-136.7 352.6L721.3 157.4M-126.3 399.5L730.1",
  "196.7M-116.5 443.1L744.4 260.7M-107.2 484.8L752.5 296.6M-98 526.0L762.5 341.5M-89 565.9L771.8",
  "383.1M-78.1 614.7L780.3 421",
].join(" ");

/** A street map: the amber route breaks at a pothole, the detour in radar green goes around it. */
export function HazardMap() {
  return (
    <svg
      className="h-full min-h-100 w-full max-md:h-auto max-md:min-h-0"
      viewBox="0 0 560 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="Street map. A pothole on the amber route, the detour in radar green."
      fill="none"
    >
      <rect className="fill-map" width="560" height="400" />
      <path className="fill-map-park" d="M-20 70C120 120 190 40 330 70S500 30 600 60V-20H-20z" />
      <path className="stroke-map-street" d={streets} strokeWidth="2.5" />
      <path className="stroke-steel" d={avenues} strokeWidth="9" />
      <path className="stroke-map-line" d={avenues} />
      <g className="stroke-accent" strokeWidth="4" strokeLinejoin="round">
        <path d="M-20 318C90 300 150 300 220 240" />
        <path d="M220 240C269 198 337.6 170.7 439.5 150.5" strokeDasharray="5 8" />
        <path
          className="stroke-radar"
          d="M220 240L232 295L462 244L439.5 150.5C483 142 533 135 590 128"
        />
      </g>
      <circle className="fill-chalk" cx="220" cy="240" r="7" />
      {hazards.map(({ x, y }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <rect
            className="fill-accent stroke-night"
            x="-11"
            y="-11"
            width="22"
            height="22"
            rx="3"
            transform="rotate(45)"
            strokeWidth="3"
          />
          <path className="stroke-asphalt" d="M0-6v7" strokeWidth="2.6" />
          <circle className="fill-asphalt" cy="5" r="1.6" />
        </g>
      ))}
      <g
        className="fill-chalk font-mono text-label font-semibold max-md:text-[20px]"
        aria-hidden="true"
      >
        <text x="272" y="156">
          pothole
        </text>
        <text x="430" y="352">
          water
        </text>
        <text className="fill-radar" x="300" y="303">
          reroute
        </text>
      </g>
    </svg>
  );
}
