/** The app as its store listing names it. The developer's name is the site's. */
export const appName = "PulseScout";

/** Until when something is kept: a moment that depends on the deletion, or no end. */
export type KeptUntil = "erasure" | "indefinitely";

export interface DataClass {
  what: string;
  fate: "Deleted" | "Kept";
  why: string;
  until: KeptUntil;
}

/** What happens to each kind of data of the privacy policy. */
export const dataClasses: readonly DataClass[] = [
  {
    what: "Mobile number and profile details",
    fate: "Deleted",
    why: "Kept inactive until then, so that you can come back.",
    until: "erasure",
  },
  {
    what: "Video, location, speed and sensor data that point to you",
    fate: "Deleted",
    why: "Not used any more once the account is inactive.",
    until: "erasure",
  },
  {
    what: "Device and technical data, support messages, consent preferences",
    fate: "Deleted",
    why: "They belong to the account.",
    until: "erasure",
  },
  {
    what: "Anonymized road data",
    fate: "Kept",
    why: "It shows roads. Faces and plates are blurred, and nothing points to a person.",
    until: "indefinitely",
  },
];
