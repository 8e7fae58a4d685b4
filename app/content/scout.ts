/** Figures of one recorded trip (Scout page). */
export const tripTiles = [
  { label: "Beats", value: "200", unit: "collected on one trip" },
  { label: "Time", value: "18:35", unit: "hours" },
  { label: "Distance", value: "100.47", unit: "kilometers" },
] as const;

/** What the network has gathered (Scout page). */
export const networkFigures = [
  { value: "72,458", label: "Video hours" },
  { value: "45,266", label: "Data points" },
  { value: "2.74M", label: "Distance mapped" },
  { value: "3.91B", label: "Images captured" },
] as const;

export type ReasonIcon = "stream" | "reward" | "quick" | "phone" | "button";

/** The five reasons, in the specification's order. */
export const reasons: readonly { title: string; text: string; icon: ReasonIcon }[] = [
  {
    title: "Real-Time Streaming",
    text: "The road leaves the phone while you are still on it. 1080p or higher.",
    icon: "stream",
  },
  { title: "Earn Rewards", text: "Kilometres and beats become $PULS points.", icon: "reward" },
  {
    title: "Quick Onboarding",
    text: "A phone number, a code, a mount. Then drive.",
    icon: "quick",
  },
  { title: "No Dashcam Required", text: "The camera you already own is enough.", icon: "phone" },
  {
    title: "Simple and Intuitive UI",
    text: "One button starts it. The same button stops it.",
    icon: "button",
  },
];
