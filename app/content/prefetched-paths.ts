import { pages } from "./pages";

/**
 * Pages that may be fetched before anybody has asked for them: those that are the same for everybody and change
 * nothing. Forms, invitations and whatever is limited are none of them.
 */
export const prefetchedPaths: readonly string[] = [
  pages.home.path,
  pages.blogs.path,
  pages.scout.path,
  pages.pulsegen.path,
  pages.privacy.path,
];
