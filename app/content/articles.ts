/** Road-paint stencils that article pictures are drawn from; the picture is /pictures/paint-{name}.webp. */
export type Stencil =
  | "beat"
  | "bus"
  | "car"
  | "chevrons"
  | "city"
  | "eye"
  | "graph"
  | "hazard"
  | "pin"
  | "reroute"
  | "shield"
  | "stud";

export interface Article {
  title: string;
  /** Calendar day, ISO 8601. */
  date: string;
  /** Reading time in whole minutes. */
  minutes: number;
  stencil: Stencil;
  /** Last part of the article's address on the blog. */
  slug: string;
}

/** Newest first. */
export const articles: readonly Article[] = [
  {
    title: "How a closed lane reaches the map in a minute",
    date: "2025-08-12",
    minutes: 4,
    stencil: "reroute",
    slug: "how-a-closed-lane-reaches-the-map-in-a-minute",
  },
  {
    title: "What a pothole looks like at 50 km/h",
    date: "2025-08-05",
    minutes: 6,
    stencil: "hazard",
    slug: "what-a-pothole-looks-like-at-50-km-h",
  },
  {
    title: "Blurring faces before anything leaves the phone",
    date: "2025-07-29",
    minutes: 5,
    stencil: "eye",
    slug: "blurring-faces-before-anything-leaves-the-phone",
  },
  {
    title: "Bus lanes, counted from the bus",
    date: "2025-07-22",
    minutes: 4,
    stencil: "bus",
    slug: "bus-lanes-counted-from-the-bus",
  },
  {
    title: "Where a street ends: mapping the unnamed road",
    date: "2025-07-15",
    minutes: 7,
    stencil: "pin",
    slug: "where-a-street-ends-mapping-the-unnamed-road",
  },
  {
    title: "$PULS, explained on one lane stud",
    date: "2025-07-08",
    minutes: 3,
    stencil: "stud",
    slug: "puls-explained-on-one-lane-stud",
  },
  {
    title: "A city engineer reads a week of road data",
    date: "2025-07-01",
    minutes: 8,
    stencil: "city",
    slug: "a-city-engineer-reads-a-week-of-road-data",
  },
  {
    title: "What one beat measures",
    date: "2025-06-24",
    minutes: 3,
    stencil: "beat",
    slug: "what-one-beat-measures",
  },
  {
    title: "From frames to root cause: inside PulseGen",
    date: "2025-06-17",
    minutes: 8,
    stencil: "graph",
    slug: "from-frames-to-root-cause-inside-pulsegen",
  },
  {
    title: "Speed, smoothness and the second lane",
    date: "2025-06-10",
    minutes: 5,
    stencil: "chevrons",
    slug: "speed-smoothness-and-the-second-lane",
  },
  {
    title: "Privacy zones: streets we choose not to see",
    date: "2025-06-03",
    minutes: 4,
    stencil: "shield",
    slug: "privacy-zones-streets-we-choose-not-to-see",
  },
  {
    title: "A dashcam costs less than a survey van",
    date: "2025-05-27",
    minutes: 6,
    stencil: "car",
    slug: "a-dashcam-costs-less-than-a-survey-van",
  },
  {
    title: "Severity, location, frequency: ranking repairs",
    date: "2025-05-20",
    minutes: 5,
    stencil: "hazard",
    slug: "severity-location-frequency-ranking-repairs",
  },
  {
    title: "Rerouting around water, street by street",
    date: "2025-05-13",
    minutes: 4,
    stencil: "reroute",
    slug: "rerouting-around-water-street-by-street",
  },
  {
    title: "Reading lane paint at night",
    date: "2025-05-06",
    minutes: 6,
    stencil: "eye",
    slug: "reading-lane-paint-at-night",
  },
  {
    title: "Five questions every road authority asks us",
    date: "2025-04-29",
    minutes: 5,
    stencil: "city",
    slug: "five-questions-every-road-authority-asks-us",
  },
  {
    title: "Street view from points: a first look at splatting",
    date: "2025-04-22",
    minutes: 7,
    stencil: "pin",
    slug: "street-view-from-points-a-first-look-at-splatting",
  },
  {
    title: "Stops, kerbs and the last ten metres",
    date: "2025-04-15",
    minutes: 4,
    stencil: "bus",
    slug: "stops-kerbs-and-the-last-ten-metres",
  },
  {
    title: "Eighteen hours on the road with one driver",
    date: "2025-04-08",
    minutes: 6,
    stencil: "beat",
    slug: "eighteen-hours-on-the-road-with-one-driver",
  },
];

/** How many of them the carousel on the home page holds. */
export const CAROUSEL_SIZE = 16;

/**
 * Where an article is read.
 *
 * @param blog address of the blog, as the outbound links give it
 */
export function articleUrl(article: Article, blog: string): string {
  return `${blog.replace(/\/+$/, "")}/${article.slug}`;
}
