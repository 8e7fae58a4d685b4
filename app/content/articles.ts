/** Road-paint stencils of article pictures. The picture of a stencil is /pictures/paint-{name}.webp. */
type Stencil =
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
  /** Publication day, ISO 8601. */
  date: string;
  /** Reading time in whole minutes. */
  minutes: number;
  stencil: Stencil;
  /** Last part of the article's address on the blog. */
  slug: string;
  /** True if the article is invented and not on the blog. Leave it out of your own entries. */
  placeholder?: true;
}

/** Newest first. */
export const articles: readonly Article[] = [
  {
    title: "How a closed lane reaches the map",
    date: "2025-08-12",
    minutes: 4,
    stencil: "reroute",
    slug: "how-a-closed-lane-reaches-the-map",
    placeholder: true,
  },
  {
    title: "What a pothole looks like from a car",
    date: "2025-08-05",
    minutes: 6,
    stencil: "hazard",
    slug: "what-a-pothole-looks-like-from-a-car",
    placeholder: true,
  },
  {
    title: "Faces and plates, blurred by AI",
    date: "2025-07-29",
    minutes: 5,
    stencil: "eye",
    slug: "faces-and-plates-blurred-by-ai",
    placeholder: true,
  },
  {
    title: "Bus lanes, counted from the bus",
    date: "2025-07-22",
    minutes: 4,
    stencil: "bus",
    slug: "bus-lanes-counted-from-the-bus",
    placeholder: true,
  },
  {
    title: "Where a street ends: mapping the unnamed road",
    date: "2025-07-15",
    minutes: 7,
    stencil: "pin",
    slug: "where-a-street-ends-mapping-the-unnamed-road",
    placeholder: true,
  },
  {
    title: "$PULS, explained on one lane stud",
    date: "2025-07-08",
    minutes: 3,
    stencil: "stud",
    slug: "puls-explained-on-one-lane-stud",
    placeholder: true,
  },
  {
    title: "A city engineer reads road data",
    date: "2025-07-01",
    minutes: 8,
    stencil: "city",
    slug: "a-city-engineer-reads-road-data",
    placeholder: true,
  },
  {
    title: "What one beat measures",
    date: "2025-06-24",
    minutes: 3,
    stencil: "beat",
    slug: "what-one-beat-measures",
    placeholder: true,
  },
  {
    title: "From frames to root cause: inside PulseGen",
    date: "2025-06-17",
    minutes: 8,
    stencil: "graph",
    slug: "from-frames-to-root-cause-inside-pulsegen",
    placeholder: true,
  },
  {
    title: "Speed, smoothness and the second lane",
    date: "2025-06-10",
    minutes: 5,
    stencil: "chevrons",
    slug: "speed-smoothness-and-the-second-lane",
    placeholder: true,
  },
  {
    title: "Privacy zones: streets left out on request",
    date: "2025-06-03",
    minutes: 4,
    stencil: "shield",
    slug: "privacy-zones-streets-left-out-on-request",
    placeholder: true,
  },
  {
    title: "Road data from a dashcam",
    date: "2025-05-27",
    minutes: 6,
    stencil: "car",
    slug: "road-data-from-a-dashcam",
    placeholder: true,
  },
  {
    title: "Severity, location, frequency: ranking repairs",
    date: "2025-05-20",
    minutes: 5,
    stencil: "hazard",
    slug: "severity-location-frequency-ranking-repairs",
    placeholder: true,
  },
  {
    title: "Rerouting around water, street by street",
    date: "2025-05-13",
    minutes: 4,
    stencil: "reroute",
    slug: "rerouting-around-water-street-by-street",
    placeholder: true,
  },
  {
    title: "Reading lane paint at night",
    date: "2025-05-06",
    minutes: 6,
    stencil: "eye",
    slug: "reading-lane-paint-at-night",
    placeholder: true,
  },
  {
    title: "Questions from a road authority",
    date: "2025-04-29",
    minutes: 5,
    stencil: "city",
    slug: "questions-from-a-road-authority",
    placeholder: true,
  },
  {
    title: "Street view from points: a first look at splatting",
    date: "2025-04-22",
    minutes: 7,
    stencil: "pin",
    slug: "street-view-from-points-a-first-look-at-splatting",
    placeholder: true,
  },
  {
    title: "Stops, kerbs and the last metres",
    date: "2025-04-15",
    minutes: 4,
    stencil: "bus",
    slug: "stops-kerbs-and-the-last-metres",
    placeholder: true,
  },
  {
    title: "On the road with a driver",
    date: "2025-04-08",
    minutes: 6,
    stencil: "beat",
    slug: "on-the-road-with-a-driver",
    placeholder: true,
  },
];

/** Number of articles in the carousel of the home page. */
export const CAROUSEL_SIZE = 16;

/**
 * Address of an article on the blog. An invented article does not exist there, so its address is the blog itself,
 * with a fragment only because feed readers need different addresses.
 *
 * @param blog address of the blog, from the outbound links
 */
export function articleUrl(
  { slug, placeholder }: Pick<Article, "slug" | "placeholder">,
  blog: string,
): string {
  if (placeholder) return `${blog}#${slug}`;
  return `${blog.replace(/\/+$/, "")}/${slug}`;
}
