import { CircleDot, Coins, Radio, Smartphone, Timer, Video } from "lucide-react";

/** The figures beside the phone on the home page. */
export const appFigures = {
  processing: { label: "Processing Time", value: "0.7", unit: "Sec", Icon: Timer },
  insights: { label: "Real-time Insights", value: "25+", unit: null, Icon: Radio },
} as const;

/** The three stat tiles beside the description. */
export const tripTiles = [
  { label: "Beats", value: "200", unit: "collected" },
  { label: "Time", value: "18:35", unit: "hours" },
  { label: "Distance", value: "100.47", unit: "kilometers" },
] as const;

/** Figures of what the network has collected. */
export const networkFigures = [
  { value: "72,458", label: "Video hours" },
  { value: "45,266", label: "Data points" },
  { value: "2.74M", label: "Distance mapped" },
  { value: "3.91B", label: "Images captured" },
] as const;

/** The five reasons, in the order in which the page stacks them. */
export const reasons = [
  {
    title: "Real-Time Streaming",
    text: "Streams while you drive, at 1080p or higher.",
    Icon: Video,
  },
  { title: "Earn Rewards", text: "Contributors are rewarded with $PULS points.", Icon: Coins },
  {
    title: "Quick Onboarding",
    text: "A phone number and a code. Then drive.",
    Icon: Timer,
  },
  { title: "No Dashcam Required", text: "A smartphone camera will do.", Icon: Smartphone },
  {
    title: "Simple and Intuitive UI",
    text: "Easy to start, easy to read.",
    Icon: CircleDot,
  },
] as const;
