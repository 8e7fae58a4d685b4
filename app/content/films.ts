import posterMarks from "./film-poster-marks.json";

/**
 * The site's films, made by `npm run media` from scripts/media/scenes. The files are
 * /media/{name}.webm, .mp4, .avif, .webp and, where something is marked, {name}.overlay.json.
 *
 * Speeds, headings, times and confidences drawn over them are decoration: nothing was measured, and no sentence of
 * the site may use them. `placeholder` marks a film of the company's own product, drawn until there is footage of it.
 */
export const films = {
  nightDrive: {
    name: "hero-night-drive",
    title: "night drive",
    description:
      "Night road from the driver's seat, as a drawing. A car, a truck, a van and a pothole are marked.",
    width: 1280,
    height: 720,
    frames: 192,
    posterFrame: 85,
    marked: posterMarks["hero-night-drive"],
    labelSides: { "van-3": "under", "pothole-1": "under" },
    portrait: {
      name: "hero-night-drive-portrait",
      width: 540,
      height: 960,
      frames: 192,
      posterFrame: 85,
      marked: posterMarks["hero-night-drive-portrait"],
      labelSides: { "pothole-1": "under" },
    },
    telemetry: { speed: 61, heading: "118° ESE", startsAt: "21:47:08" },
  },
  pointCloud: {
    name: "tech-pointcloud",
    title: "point cloud",
    description: "A street drawn as a point cloud. Moving cars are marked.",
    width: 1280,
    height: 720,
    frames: 192,
    posterFrame: 30,
    marked: posterMarks["tech-pointcloud"],
    labelSides: {
      "car-1": "under",
      "car-2": "bare",
      "car-3": "left",
      "car-4": "left",
      "car-5": "left",
    },
    telemetry: { speed: 47, heading: "204° SSW", startsAt: "22:03:41" },
  },
  paxon: {
    name: "paxon",
    placeholder: true,
    title: "P-AXON",
    description:
      "A drawing of the P-AXON unit turns around itself: two lenses, a status lamp, fins on top.",
    width: 960,
    height: 720,
    frames: 168,
    posterFrame: 0,
    marked: posterMarks["paxon"],
    labelSides: { status: "under" },
  },
  pulsToken: {
    name: "puls-token",
    title: "$PULS token",
    description: "The $PULS token, made like a reflective lane stud.",
    width: 720,
    height: 720,
    frames: 168,
    posterFrame: 58,
  },
  scoutRecording: {
    name: "scout-screen",
    placeholder: true,
    title: "Scout recording",
    description: "Scout while it records, as a drawing: marked vehicles, beats, time and distance.",
    width: 480,
    height: 1004,
    frames: 192,
    posterFrame: 70,
  },
  scoutIntro: {
    name: "scout-intro",
    placeholder: true,
    title: "Scout on the windscreen",
    description: "A phone with Scout on the windscreen at night, the road out of focus behind it.",
    width: 1280,
    height: 720,
    frames: 192,
    posterFrame: 64,
    telemetry: { speed: 61, heading: "076° ENE", startsAt: "21:52:30", note: "1080p" },
  },
  hazardMap: {
    name: "pulsegen-hero",
    title: "hazard map",
    description: "A city as data: five hazards appear and a route goes around them.",
    width: 1280,
    height: 720,
    frames: 216,
    posterFrame: 150,
    marked: posterMarks["pulsegen-hero"],
    labelSides: {},
  },
  loader: {
    name: "loader",
    title: "message sign",
    description: "A message sign of amber lamps shows a pulse running along a lane.",
    width: 720,
    height: 720,
    frames: 144,
    posterFrame: 24,
  },
} as const;
