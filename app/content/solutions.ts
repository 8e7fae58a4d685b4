import type { OutboundId } from "./outbound-links";

export interface Solution {
  title: string;
  description: string;
  /** Pictogram on the card's sign. */
  icon: "brain" | "phone" | "eye" | "unit";
  /** The outbound link that the card opens. */
  link: OutboundId;
}

/** The four cards of the solutions carousel. */
export const solutions: readonly Solution[] = [
  {
    title: "PulseGen",
    description: "The native LLM. Reads road data and finds the root cause.",
    icon: "brain",
    link: "docsPulseGen",
  },
  {
    title: "PulseScout",
    description: "The collection app. Contributors stream the road and earn rewards.",
    icon: "phone",
    link: "docsPulseScout",
  },
  {
    title: "PulseNet",
    description: "Object detection model, just under 1 billion parameters.",
    icon: "eye",
    link: "docsPulseNet",
  },
  {
    title: "P-AXON",
    description: "AI DePIN hardware. Analyses collected data in real-time.",
    icon: "unit",
    link: "docsPAxon",
  },
];
