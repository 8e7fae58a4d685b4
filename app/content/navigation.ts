import type { OutboundId } from "./outbound-links";
import { pages } from "./pages";

/** A link of the header to a section of the home page, with the section's number in page order. */
export interface SectionStop {
  id: string;
  label: string;
  sectionNumber: string;
}

/** The section links in the order of the header; their numbers are in page order. */
export const sectionStops: readonly SectionStop[] = [
  { id: "home", label: "Home", sectionNumber: "01" },
  { id: "solutions", label: "Solutions", sectionNumber: "03" },
  { id: "partners", label: "Partners", sectionNumber: "02" },
  { id: "tech", label: "Tech", sectionNumber: "05" },
  { id: "roadmap", label: "Roadmap", sectionNumber: "06" },
  { id: "coin", label: "$PULS", sectionNumber: "04" },
];

/** Address of a section of the home page, for use on every page. */
export function sectionUrl(id: string): string {
  return `${pages.home.path}#${id}`;
}

/** The link to the blog, which opens in a new tab. */
export const blogStop = {
  label: "Blogs",
  to: pages.blogs.path,
  sectionNumber: pages.blogs.sectionNumber,
} as const;

export const productLinks = [
  { label: "PulseGen", to: pages.pulsegen.path },
  { label: "Scout", to: pages.scout.path },
  { label: "Contact Us", to: pages.contact.path },
] as const;

/** The link for cities, businesses and partners: the contact page with their form open. */
export const collaborationLink = {
  label: "For Collaboration",
  to: `${pages.contact.path}?audience=collaboration`,
} as const;

export type SocialNetwork = Extract<
  OutboundId,
  "twitter" | "linkedin" | "medium" | "youtube" | "telegram" | "instagram"
>;

export const socialAccounts: readonly { id: SocialNetwork; name: string }[] = [
  { id: "twitter", name: "Twitter" },
  { id: "linkedin", name: "LinkedIn" },
  { id: "medium", name: "Medium" },
  { id: "youtube", name: "YouTube" },
  { id: "telegram", name: "Telegram" },
  { id: "instagram", name: "Instagram" },
];

/** Years of the copyright notices: the footer says 2025, the mobile menu 2024. */
export const copyrightYear = { footer: 2025, menu: 2024 } as const;
