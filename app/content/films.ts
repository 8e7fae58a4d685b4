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
    title: "night drive",
    description:
      "Night road from the driver's seat, as a drawing. A car, a truck, a van and a pothole are marked.",
    width: 1280,
    height: 720,
    portrait: {
      name: "hero-night-drive-portrait",
      width: 540,
      height: 960,
    },
  },
  pointCloud: {
    name: "tech-pointcloud",
    title: "point cloud",
    description: "A street drawn as a point cloud. Moving cars are marked.",
    width: 1280,
    height: 720,
  },
  paxon: {
    name: "paxon",
    placeholder: true,
    title: "P-AXON",
    description:
      "A drawing of the P-AXON unit turns around itself: two lenses, a status lamp, fins on top.",
    width: 960,
    height: 720,
  },
  pulsToken: {
    name: "puls-token",
    title: "$PULS token",
    description: "The $PULS token, made like a reflective lane stud.",
    width: 720,
    height: 720,
  },
  scoutRecording: {
    name: "scout-screen",
    placeholder: true,
    title: "Scout recording",
    description: "Scout while it records, as a drawing: marked vehicles, beats, time and distance.",
    width: 480,
    height: 1004,
  },
  scoutIntro: {
    name: "scout-intro",
    placeholder: true,
    title: "Scout on the windscreen",
    description: "A phone with Scout on the windscreen at night, the road out of focus behind it.",
    width: 1280,
    height: 720,
  },
  hazardMap: {
    name: "pulsegen-hero",
    title: "hazard map",
    description: "A city as data: five hazards appear and a route goes around them.",
    width: 1280,
    height: 720,
  },
  loader: {
    name: "loader",
    title: "message sign",
    description: "A message sign of amber lamps shows a pulse running along a lane.",
    width: 720,
    height: 720,
  },
} as const;
