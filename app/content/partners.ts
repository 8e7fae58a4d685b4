interface Partner {
  name: string;
  /** The logo as SVG paths in a 32 x 32 view box, in the text colour. */
  logo: readonly LogoPath[];
  /** True if the company is invented. Leave it out of your own entries. */
  placeholder?: true;
}

/** A path of a logo; a `cutOut` is painted in the background colour. */
interface LogoPath {
  d: string;
  opacity?: number;
  cutOut?: true;
}

/** Two rows of the marquee (six and five). */
export const partnerRows: readonly (readonly Partner[])[] = [
  [
    {
      name: "City Works",
      placeholder: true,
      logo: [{ d: "M4 28V12h8v16zM14 28V4h8v24zM24 28V16h6v12z" }],
    },
    {
      name: "Metro Grid",
      placeholder: true,
      logo: [
        { d: "M4 4h10v10H4zM18 4h10v10H18zM4 18h10v10H4z" },
        { d: "M18 23a5 5 0 1 0 10 0a5 5 0 1 0 -10 0" },
      ],
    },
    {
      name: "Atlas Maps",
      placeholder: true,
      logo: [{ d: "M16 3l13 7v13l-13 6-13-6V10zm0 5l-8 4.400v8.600l8 3.600z" }],
    },
    {
      name: "Harbour Transit",
      placeholder: true,
      logo: [
        {
          d: "M3 20c4 0 4-4 8.600-4s4.600 4 8.800 4 4.200-4 8.600-4v5c-4.400 0-4.400 4-8.600 4S16.200 21 11.600 21 7 25 3 25zM8 5h16v7H8z",
        },
      ],
    },
    { name: "Northline Fleet", placeholder: true, logo: [{ d: "M16 3l11 26-11-6-11 6z" }] },
    {
      name: "Ring Road Authority",
      placeholder: true,
      logo: [
        { d: "M16 3a13 13 0 1 1 0 26 13 13 0 0 1 0-26zm0 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14z" },
        { d: "M14.500 1h3v12h-3z", cutOut: true },
      ],
    },
  ],
  [
    {
      name: "Kerb & Co",
      placeholder: true,
      logo: [{ d: "M4 4h8v16a4 4 0 0 0 4 4h13v5H16A12 12 0 0 1 4 17z" }],
    },
    {
      name: "Signal House",
      placeholder: true,
      logo: [
        { d: "M11.5 7a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0" },
        { d: "M11.5 17a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0", opacity: 0.55 },
        { d: "M11.5 27a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0", opacity: 0.3 },
      ],
    },
    {
      name: "Open Junction",
      placeholder: true,
      logo: [{ d: "M13 3h6v10h10v6H19v10h-6V19H3v-6h10z" }],
    },
    {
      name: "Delta Freight",
      placeholder: true,
      logo: [{ d: "M16 3l14 26H2zm0 11l-5.500 10h11z" }],
    },
    {
      name: "Plain Data",
      placeholder: true,
      logo: [{ d: "M3 6h26v4H3zM3 14h18v4H3zM3 22h10v4H3z" }],
    },
  ],
];

/** Number of copies of each row, enough for the widest screens. */
export const MARQUEE_COPIES = 8;
