/**
 * Pages that may be fetched before anybody has asked for them: those that are the same for everybody and change
 * nothing. Forms, invitations and whatever is limited are none of them.
 */
export const prefetchedPaths: readonly string[] = [
  "/",
  "/blogs",
  "/pulsescout",
  "/pulsegen",
  "/privacyandpolicy-app",
];
