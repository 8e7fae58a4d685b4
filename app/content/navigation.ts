import { pages } from "./pages";

const section = (id: string) => `${pages.home.path}#${id}`;

/** The links of the header: sections of the home page, numbered in page order, and the blog, which has a tab of its own. */
export const stops = [
  { label: "Home", to: section("home"), sectionNumber: "01", newTab: false },
  { label: "Solutions", to: section("solutions"), sectionNumber: "03", newTab: false },
  { label: "Partners", to: section("partners"), sectionNumber: "02", newTab: false },
  { label: "Tech", to: section("tech"), sectionNumber: "05", newTab: false },
  { label: "Roadmap", to: section("roadmap"), sectionNumber: "06", newTab: false },
  { label: "$PULS", to: section("coin"), sectionNumber: "04", newTab: false },
  {
    label: "Blogs",
    to: pages.blogs.path,
    sectionNumber: pages.blogs.sectionNumber,
    newTab: true,
  },
] as const;

export const productLinks = [
  { label: "PulseGen", to: pages.pulsegen.path, tone: "line" },
  { label: "Scout", to: pages.scout.path, tone: "line" },
  { label: "Contact Us", to: pages.contact.path, tone: "accent" },
] as const;

/** The link for cities, businesses and partners: the contact page with their form open. */
export const collaborationLink = {
  label: "For Collaboration",
  to: `${pages.contact.path}?audience=collaboration`,
} as const;

/** The `id` is that of the outbound link and of the brand's icon. */
export const socialAccounts = [
  { id: "twitter", name: "Twitter" },
  { id: "linkedin", name: "LinkedIn" },
  { id: "medium", name: "Medium" },
  { id: "youtube", name: "YouTube" },
  { id: "telegram", name: "Telegram" },
  { id: "instagram", name: "Instagram" },
] as const;
