/** Somebody behind a windscreen, as a road sign would draw them, where there is no photograph. Decoration. */
export function DrawnDriver() {
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox="0 0 240 280"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <path
        className="fill-pit stroke-steel"
        strokeWidth="5"
        d="M-10 290L38 56Q41 42 55 42H185Q199 42 202 56L250 290Z"
      />
      <path className="stroke-steel" strokeWidth="12" strokeLinecap="round" d="M96 64H144" />
      <circle className="fill-chalk-2" cx="120" cy="122" r="30" />
      <path
        className="fill-chalk-2"
        d="M58 290V218A58 54 0 0 1 116 164H124A58 54 0 0 1 182 218V290Z"
      />
      <circle className="fill-pit stroke-pit" strokeWidth="26" cx="120" cy="262" r="46" />
      <circle className="stroke-amber" strokeWidth="9" cx="120" cy="262" r="46" />
      <path className="stroke-amber" strokeWidth="9" d="M74 262H166" />
      <path
        className="stroke-chalk-2"
        strokeWidth="20"
        strokeLinecap="round"
        d="M79 240L82 236M161 240L158 236"
      />
    </svg>
  );
}
