import { BellRing, Brain, Camera, Layers, RefreshCw, Zap } from "lucide-react";

/** The three steps of the pipeline, each with a short text and a longer one. */
export const steps = [
  {
    id: "capture",
    Icon: Camera,
    title: "Capture",
    short: "Scout streams the road from phones and dashcams.",
    long: "Drivers record with Scout. Faces and plates are blurred by AI.",
    facts: [
      { name: "Source", value: "Smartphone or dashcam" },
      { name: "Resolution", value: "1080p or higher" },
    ],
  },
  {
    id: "process",
    Icon: Layers,
    title: "Process",
    short: "A data-structuring layer breaks footage into frames.",
    long: "The data-structuring layer breaks footage into frames. Frames are what PulseGen reads.",
    facts: [
      { name: "In", value: "Footage" },
      { name: "Out", value: "Frames" },
    ],
  },
  {
    id: "analyze",
    Icon: Brain,
    title: "Analyze",
    short: "PulseGen finds the root cause and delivers solutions.",
    long: "PulseGen finds the root cause and delivers solutions.",
    facts: [
      { name: "Root cause", value: "Severity, location, frequency" },
      {
        name: "Solutions",
        value: "Maintenance prioritization, traffic rerouting, hazard alerts",
      },
    ],
  },
] as const;

export const benefits = [
  {
    title: "Smarter Alerts",
    text: "Hazard alerts with severity, location and frequency.",
    Icon: BellRing,
  },
  {
    title: "Faster Reactions",
    text: "Rerouting and maintenance, planned from the root cause.",
    Icon: Zap,
  },
  {
    title: "Always Learning",
    text: "You drive. PulseGen learns.",
    Icon: RefreshCw,
  },
] as const;

/** Labels of the hazard map, with their places in its drawing of 560 x 400. */
export const mapLabels = [
  { text: "pothole", x: 272, y: 156 },
  { text: "water", x: 430, y: 352 },
  { text: "reroute", x: 300, y: 303, className: "fill-radar" },
] as const;
