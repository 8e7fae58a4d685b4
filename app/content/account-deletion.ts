/** The app as its store listing names it. The developer's name is the site's. */
export const appName = "PulseScout";
