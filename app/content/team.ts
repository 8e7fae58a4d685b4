import type { OutboundId } from "./outbound-links";

export interface TeamMember {
  name: string;
  title: string;
  description: string;
  /** A drawn, blurred portrait: /pictures/{name}.webp. */
  portrait: string;
  linkedin: OutboundId;
  /** Invented: nobody of this name leads the company. Leave it out of your own entries. */
  placeholder?: true;
}

export const team: readonly TeamMember[] = [
  {
    name: "Aditi Rao",
    title: "CEO and co-founder",
    description: "Leads the company. Asks which road is closed, and who has to know.",
    portrait: "person-1",
    linkedin: "profileCeo",
    placeholder: true,
  },
  {
    name: "Kabir Menon",
    title: "CTO and co-founder",
    description: "Leads the technology, from the camera to the model that reads the road.",
    portrait: "person-2",
    linkedin: "profileCto",
    placeholder: true,
  },
  {
    name: "Leena Shah",
    title: "Chief PR officer",
    description: "Speaks for the company. Cuts a sentence until a driver would say it.",
    portrait: "person-3",
    linkedin: "profilePr",
    placeholder: true,
  },
  {
    name: "Tomas Varga",
    title: "COO",
    description: "Leads operations. Counts kilometres, not meetings.",
    portrait: "person-4",
    linkedin: "profileCoo",
    placeholder: true,
  },
];
