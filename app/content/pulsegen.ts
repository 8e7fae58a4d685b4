export type StepId = "capture" | "process" | "analyze";

/** The three steps of the pipeline, each with a short text and a longer one. */
export const steps: readonly {
  id: StepId;
  title: string;
  short: string;
  long: string;
  facts: readonly { name: string; value: string }[];
}[] = [
  {
    id: "capture",
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
];

export type BenefitIcon = "alert" | "bolt" | "loop";

export const benefits: readonly { title: string; text: string; icon: BenefitIcon }[] = [
  {
    title: "Smarter Alerts",
    text: "Hazard alerts with severity, location and frequency.",
    icon: "alert",
  },
  {
    title: "Faster Reactions",
    text: "Rerouting and maintenance, planned from the root cause.",
    icon: "bolt",
  },
  {
    title: "Always Learning",
    text: "You drive. PulseGen learns.",
    icon: "loop",
  },
];
