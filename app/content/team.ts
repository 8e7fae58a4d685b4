import type { OutboundId } from "./outbound-links";

export interface TeamMember {
  name: string;
  title: string;
  description: string;
  /** Blurred portrait: /pictures/{name}.webp. */
  portrait: string;
  linkedin: OutboundId;
}

export const team: readonly TeamMember[] = [
  {
    name: "Aditi Rao",
    title: "CEO and co-founder",
    description:
      "Ran a city's traffic control room. Still asks every morning which road is closed.",
    portrait: "person-1",
    linkedin: "profileCeo",
  },
  {
    name: "Kabir Menon",
    title: "CTO and co-founder",
    description: "Twelve years of perception systems. Keeps the model under a billion parameters.",
    portrait: "person-2",
    linkedin: "profileCto",
  },
  {
    name: "Leena Shah",
    title: "Chief PR officer",
    description: "Former transport reporter. Cuts every sentence until a driver would say it.",
    portrait: "person-3",
    linkedin: "profilePr",
  },
  {
    name: "Tomas Varga",
    title: "COO",
    description: "Built delivery fleets in four countries. Counts kilometres, not meetings.",
    portrait: "person-4",
    linkedin: "profileCoo",
  },
];
