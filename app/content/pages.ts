/** A page: its path, and its texts for search engines and shared links. */
export interface PageEntry {
  path: string;
  title: string;
  description: string;
  /** Whether search engines may index the page. */
  indexed: boolean;
  /** Number of the page, in line with the section numbers of the home page. */
  sectionNumber?: string;
}

/** The table of pages. Routes, titles, canonical URLs, share texts and the site map are derived from it. */
export const pages = {
  home: {
    path: "/",
    title: "Rerouting The Future",
    description:
      "Real-time road data, dash-camera AI and community insights to enhance your maps and build smarter cities.",
    indexed: true,
  },
  blogs: {
    path: "/blogs",
    sectionNumber: "01.5",
    title: "Blogs & Articles",
    description: "Articles on road data, dash-camera AI, $PULS and smarter cities.",
    indexed: true,
  },
  scout: {
    path: "/pulsescout",
    title: "PulseScout",
    description:
      "Scout is the Android app that streams the road from a phone or dashcam at 1080p or higher and earns rewards.",
    indexed: true,
  },
  pulsegen: {
    path: "/pulsegen",
    title: "PulseGen",
    description:
      "PulseGen is the AI model that interprets road data, finds the root cause and delivers solutions.",
    indexed: true,
  },
  contact: {
    path: "/contactus",
    sectionNumber: "07",
    title: "Contact Us - Get in Touch",
    description:
      "Reach out, for individuals and for collaboration, and let's build smarter cities.",
    indexed: true,
  },
  deleteUser: {
    path: "/pulsescout/delete-user",
    title: "Delete your account",
    description: "Delete your PulseScout account: what is deleted, what is kept, and when.",
    indexed: true,
  },
  privacy: {
    path: "/privacyandpolicy-app",
    title: "Privacy policy",
    description: "What the PulseScout app collects, why, for how long, and your rights.",
    indexed: false,
  },
  accessibility: {
    path: "/accessibility",
    title: "Accessibility",
    description: "How this site meets WCAG 2.2, what is known to be missing, and whom to tell.",
    indexed: true,
  },
  dashboard: {
    path: "/pulsescout/dashboard",
    title: "Trip Dashboard",
    description: "Trips, distance, beats and active users of the Scout fleet.",
    indexed: false,
  },
  referral: {
    path: "/ref",
    title: "Opening PulseScout...",
    description: "You were invited to PulseScout. Android only for now, iOS coming soon.",
    indexed: false,
  },
} as const satisfies Record<string, PageEntry>;

export type PageId = keyof typeof pages;

/**
 * Pages that browsers may prerender: pages that are the same for everybody and whose request changes nothing. Pages with
 * forms, invitations and rate limits are excluded.
 */
export const prerenderedPaths: readonly string[] = [
  pages.home,
  pages.blogs,
  pages.scout,
  pages.pulsegen,
  pages.privacy,
  pages.accessibility,
].map(({ path }) => path);

/** Size of every page's share picture; the picture itself is /share/{page id}.jpg, drawn from the title. */
export const shareImage = { width: 1200, height: 630 } as const;
