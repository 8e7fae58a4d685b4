import type { OutboundId } from "./outbound-links";

export interface TeamMember {
  name: string;
  title: string;
  description: string;
  linkedin: OutboundId;
  /** Name of a photograph of 480 x 560 pixels: /pictures/{portrait}.webp. Without one the card shows a drawing. */
  portrait?: string;
  /** True if the person is invented. Leave it out of your own entries. */
  placeholder?: true;
}

export const team: readonly TeamMember[] = [
  {
    name: "Aditi Rao",
    title: "CEO and co-founder",
    description: "Leads the company. Asks which road is closed, and who has to know.",
    linkedin: "profileCeo",
    placeholder: true,
  },
  {
    name: "Kabir Menon",
    title: "CTO and co-founder",
    description: "Leads the technology, from the camera to the model that reads the road.",
    linkedin: "profileCto",
    placeholder: true,
  },
  {
    name: "Leena Shah",
    title: "Chief PR officer",
    description: "Speaks for the company. Cuts a sentence until a driver would say it.",
    linkedin: "profilePr",
    placeholder: true,
  },
  {
    name: "Tomas Varga",
    title: "COO",
    description: "Leads operations. Counts kilometres, not meetings.",
    linkedin: "profileCoo",
    placeholder: true,
  },
];
