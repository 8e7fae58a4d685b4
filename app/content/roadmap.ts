export interface RoadmapPhase {
  /** Quarter of the phase, such as `Q1 2025`. */
  quarter: string;
  points: readonly string[];
}

/** Phases 1 to 5 in order. */
export const roadmap: readonly RoadmapPhase[] = [
  {
    quarter: "Q1 2025",
    points: ["Proof of concept and pilot with clients", "Frontend data app"],
  },
  {
    quarter: "Q2 2025",
    points: ["Data API for clients", "App deployment", "Proof of concept with government"],
  },
  {
    quarter: "Q3 2025",
    points: ["OEM partnerships", "Hardware and production scaling", "Dashboard development"],
  },
  {
    quarter: "Q4 2025",
    points: ["A generative language-model product", "Client APIs"],
  },
  {
    quarter: "Q1 2026",
    points: [
      "A new form of data compression",
      "4D Gaussian splatting for street view",
      "Image upscaler",
    ],
  },
];
