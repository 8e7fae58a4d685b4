/** The app as its store listing names it. The developer's name is the site's. */
export const appName = "PulseScout";

/** What becomes of an account whose deletion was asked for, wherever it is told without a date. */
export const lifecycle = [
  { when: "Immediately", what: "Your account is inactive." },
  { when: "Within 90 days", what: "You can come back: log in via the mobile app." },
  { when: "After 90 days", what: "Your account and your personal data are permanently deleted." },
] as const;

/** The same with the account's own date, which stands for `{date}`. */
export const lifecycleDated =
  "You can come back within 90 days, until {date}: log in via the mobile app. On that day your account and your personal data are permanently deleted.";

/** What the calendar file calls that moment, and the reminder a week before. */
export const calendarTitles = {
  erasure: `Your ${appName} account is permanently deleted`,
  aWeekBefore: `One week left to come back to your ${appName} account`,
} as const;

/** Until when something is kept: a moment that depends on the deletion, or no end. */
export type RetainedUntil = "erasure" | "indefinitely";

export interface DataClass {
  what: string;
  fate: "Deleted" | "May be kept";
  why: string;
  until: RetainedUntil;
}

const PERSONAL = "Personal data. Kept until then, so that you can come back.";

/** What happens to each kind of data of the privacy policy. */
export const dataClasses: readonly DataClass[] = [
  { what: "mobile number and profile details", fate: "Deleted", why: PERSONAL, until: "erasure" },
  {
    what: "video, location, speed and sensor data that point to you",
    fate: "Deleted",
    why: PERSONAL,
    until: "erasure",
  },
  {
    what: "device and technical data, support messages, consent preferences",
    fate: "Deleted",
    why: PERSONAL,
    until: "erasure",
  },
  {
    what: "anonymized data",
    fate: "May be kept",
    why: "It no longer points to a person. Faces and license plates are blurred by AI.",
    until: "indefinitely",
  },
];
