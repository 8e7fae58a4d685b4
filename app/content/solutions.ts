import { Brain, Cpu, ScanEye, Smartphone, type LucideIcon } from "lucide-react";
import type { OutboundId } from "./outbound-links";

export interface Solution {
  title: string;
  description: string;
  /** Pictogram on the card's sign. */
  Icon: LucideIcon;
  /** The outbound link that the card opens. */
  link: OutboundId;
}

/** The four cards of the solutions carousel. */
export const solutions: readonly Solution[] = [
  {
    title: "PulseGen",
    description: "The native LLM. Reads road data and finds the root cause.",
    Icon: Brain,
    link: "docsPulseGen",
  },
  {
    title: "PulseScout",
    description: "The collection app. Contributors stream the road and earn rewards.",
    Icon: Smartphone,
    link: "docsPulseScout",
  },
  {
    title: "PulseNet",
    description: "Object detection model, just under 1 billion parameters.",
    Icon: ScanEye,
    link: "docsPulseNet",
  },
  {
    title: "P-AXON",
    description: "AI DePIN hardware. Analyses collected data in real-time.",
    Icon: Cpu,
    link: "docsPAxon",
  },
];
