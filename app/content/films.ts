/**
 * The site's films, made by `npm run media` from scripts/media/scenes. The files are
 * /media/{name}.webm, .mp4, .avif and .webp.
 *
 * Figures in the films are decorative: they were not measured, and no text of the site may use them. `placeholder` marks
 * a drawn film of the company's product, used until there is footage.
 */
export const films = {
  nightDrive: {
    name: "hero-night-drive",
    description:
      "Night road from the driver's seat, as a drawing. A car, a truck, a van and a pothole are marked.",
    portrait: "hero-night-drive-portrait",
  },
  pointCloud: {
    name: "tech-pointcloud",
    description: "A street drawn as a point cloud. Moving cars are marked.",
  },
  paxon: {
    name: "paxon",
    placeholder: true,
    description:
      "A drawing of the P-AXON unit turns around itself: two lenses, a status lamp, fins on top.",
  },
  pulsToken: {
    name: "puls-token",
    description: "The $PULS token, made like a reflective lane stud.",
  },
  scoutRecording: {
    name: "scout-screen",
    placeholder: true,
    description: "Scout while it records, as a drawing: marked vehicles, beats, time and distance.",
  },
  scoutIntro: {
    name: "scout-intro",
    placeholder: true,
    description: "A phone with Scout on the windscreen at night, the road out of focus behind it.",
  },
  hazardMap: {
    name: "pulsegen-hero",
    description: "A city as data: five hazards appear and a route goes around them.",
  },
  loader: {
    name: "loader",
    description: "A message sign of amber lamps shows a pulse running along a lane.",
  },
} as const;
