const stroke =
  (d, w = 11) =>
  (c) => {
    c.lineWidth = w;
    c.stroke(new Path2D(d));
  };
const fill = (d) => (c) => c.fill(new Path2D(d), "evenodd");

/** What each stencil paints, on a square of 100. */
export const STENCILS = {
  reroute: [
    stroke("M30 96V58C30 40 46 36 62 36H70"),
    fill("M66 16L96 36L66 56Z"),
    stroke("M30 30V8", 11),
  ],
  hazard: [
    stroke("M50 8L92 50L50 92L8 50Z", 9),
    stroke("M50 30V55", 10),
    fill("M44 63h12v12h-12Z"),
  ],
  eye: [stroke("M6 50C22 24 78 24 94 50C78 76 22 76 6 50Z", 9), fill("M50 35a15 15 0 1 0 .01 0Z")],
  bus: [
    fill(
      "M20 14h60a8 8 0 0 1 8 8v54H80v10H68V76H32v10H20V76H12V22a8 8 0 0 1 8-8ZM22 26v24h56V26ZM24 58v9h12v-9ZM64 58v9h12v-9Z",
    ),
  ],
  pin: [
    fill(
      "M50 4C68 4 82 18 82 36C82 60 50 96 50 96C50 96 18 60 18 36C18 18 32 4 50 4ZM50 22a14 14 0 1 0 .01 0Z",
    ),
  ],
  stud: [
    stroke("M50 8a42 42 0 1 0 .01 0Z", 9),
    fill("M40 74L34 74L43 50H57L66 74ZM45 44L48 33H52L55 44ZM48.6 28L49.4 22H50.6L51.4 28Z"),
  ],
  city: [
    fill(
      "M8 92V44h22v48ZM36 92V10h28v82ZM70 92V30h22v62ZM43 20v8h6v-8ZM51 20v8h6v-8ZM43 36v8h6v-8ZM51 36v8h6v-8ZM43 52v8h6v-8ZM51 52v8h6v-8Z",
    ),
  ],
  beat: [stroke("M2 54H26L38 20L56 84L68 54H98", 10)],
  graph: [
    stroke("M20 24L54 50L20 78M54 50H84", 7),
    fill(
      "M20 12a12 12 0 1 0 .01 0ZM20 66a12 12 0 1 0 .01 0ZM54 36a14 14 0 1 0 .01 0ZM86 38a12 12 0 1 0 .01 0Z",
    ),
  ],
  chevrons: [fill("M8 40L50 8L92 40V58L50 28L8 58ZM8 74L50 42L92 74V92L50 62L8 92Z")],
  shield: [
    stroke("M50 6L88 20V48C88 72 70 88 50 95C30 88 12 72 12 48V20Z", 9),
    stroke("M32 50L46 64L70 36", 9),
  ],
  car: [
    fill(
      "M30 8h40a10 10 0 0 1 10 10v64a10 10 0 0 1-10 10H30a10 10 0 0 1-10-10V18A10 10 0 0 1 30 8ZM28 28l5 12h34l5-12ZM31 70h38l4 10H27ZM28 44v20h4V44ZM68 44v20h4V44Z",
    ),
  ],
};
