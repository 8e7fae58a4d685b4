/** A paragraph, a list of named facts, or plain points. `{privacyEmail}` stands for the privacy mailbox. */
export type PolicyBlock =
  | { kind: "text"; text: string }
  | { kind: "facts"; facts: readonly { name: string; text: string }[] }
  | { kind: "points"; points: readonly string[] };

export interface PolicySection {
  title: string;
  blocks: readonly PolicyBlock[];
}

const text = (words: string): PolicyBlock => ({ kind: "text", text: words });
const points = (...lines: string[]): PolicyBlock => ({ kind: "points", points: lines });
const facts = (...rows: [name: string, text: string][]): PolicyBlock => ({
  kind: "facts",
  facts: rows.map(([name, words]) => ({ name, text: words })),
});

/** Shown as it is written. */
export const policyDate = "19-08-2025";

/** The policy in three figures. */
export const policyInShort = [
  { figure: "0", text: "personal data sold" },
  { figure: "90", text: "days until personal data is deleted after account deletion" },
  { figure: "18", text: "years is the minimum age" },
] as const;

/** The 17 numbered sections of the mobile app's privacy policy. */
export const policySections: readonly PolicySection[] = [
  {
    title: "Who we are",
    blocks: [
      text(
        "Pulse reads roads. The mobile app records the road in front of the driver, and our service turns it into road data for maps, cities and fleets.",
      ),
      text(
        "This policy tells you what the app collects, why, and for how long. It is written to be read.",
      ),
    ],
  },
  {
    title: "What this policy covers",
    blocks: [
      text(
        "The mobile app and the account that belongs to it. The website has no login and keeps no account. Its account-deletion page works on the account of the app.",
      ),
    ],
  },
  {
    title: "Who may use the app",
    blocks: [
      text(
        "You must be 18 or older. If you are younger, do not open an account. If you think that a person under 18 has one, write to {privacyEmail}.",
      ),
    ],
  },
  {
    title: "Data we collect",
    blocks: [
      text("Each line is one kind of data."),
      facts(
        ["Mobile number", "For one-time-code verification."],
        ["Profile details", "Optional."],
        ["Video", "The road. Faces and license plates are blurred by AI."],
        ["Location and speed", "Where and how fast the road was seen."],
        ["Sensor data", "How the road felt."],
        ["Device and technical data", "To keep the app working."],
        ["Support messages", "What you write to us."],
        ["Consent preferences", "What you agreed to."],
      ),
    ],
  },
  {
    title: "Data you give us",
    blocks: [
      text(
        "Your mobile number, and the profile details you choose to add. You can leave the details empty.",
      ),
      text("The messages you send to support, and what you agree to or decline in the app."),
    ],
  },
  {
    title: "Data the app records",
    blocks: [
      text(
        "While you record, the app takes video of the road, the location and speed at which it was seen, and the readings of the phone's sensors.",
      ),
      text("It also notes device and technical data: what the app runs on and how it runs."),
    ],
  },
  {
    title: "How we use data",
    blocks: [
      facts(
        ["To know it is you", "The mobile number, with a one-time code."],
        ["To read the road", "Video, location, speed and sensor data become road data."],
        ["To reward you", "Your trips are counted, and the points with them."],
        ["To keep the app working", "Device and technical data."],
        ["To answer you", "Your support messages."],
        ["To respect your choices", "Your consent preferences."],
      ),
    ],
  },
  {
    title: "Blurring of faces and plates",
    blocks: [
      text(
        "Faces and license plates in the video are blurred by AI. What we are after is the road, not the people on it.",
      ),
      text(
        "If you find a face or a plate that was missed, write to {privacyEmail} and say where and when.",
      ),
    ],
  },
  {
    title: "How we share data",
    blocks: [
      text("We do not sell personal data."),
      text(
        "What we share with maps, cities, fleets and other partners is road data: what the road looks like, where, and how it changes.",
      ),
    ],
  },
  {
    title: "Where data is stored",
    blocks: [
      text(
        "The app streams what it records to our service. There it stays until it is deleted or anonymized, as the next section says.",
      ),
      text("To ask where the data about you is held, write to {privacyEmail}."),
    ],
  },
  {
    title: "How long we keep it",
    blocks: [
      facts(
        ["Personal data", "Deleted within 90 days of account deletion."],
        ["Anonymized data", "May be kept indefinitely. It no longer points to a person."],
      ),
    ],
  },
  {
    title: "Deleting your account",
    blocks: [
      text(
        "Ask for deletion at any time, in the browser, without the app. You prove that the number is yours with a one-time code.",
      ),
      points(
        "At once: the account is inactive.",
        "Within 90 days: you can bring it back by logging in with the mobile app.",
        "After 90 days: it is permanently deleted.",
      ),
    ],
  },
  {
    title: "Privacy zones",
    blocks: [
      text(
        "You can ask for a privacy zone: a place, such as your home, that you want left out. Write to {privacyEmail} and name the place.",
      ),
    ],
  },
  {
    title: "Your rights under GDPR",
    blocks: [
      text("If the General Data Protection Regulation applies to you, you have the right to"),
      points(
        "see the data about you and have a copy of it,",
        "have wrong data corrected,",
        "have your data erased,",
        "have its use restricted, or object to it,",
        "take your data with you in a common format,",
        "withdraw a consent you gave,",
        "complain to a supervisory authority.",
      ),
      text("Write to {privacyEmail} to use any of them."),
    ],
  },
  {
    title: "Your rights under CCPA",
    blocks: [
      text("If the California Consumer Privacy Act applies to you, you have the right to"),
      points(
        "know which personal data is collected and why,",
        "have it deleted,",
        "have it corrected,",
        "opt out of its sale: there is none,",
        "be treated the same when you use these rights.",
      ),
      text("Write to {privacyEmail} to use any of them."),
    ],
  },
  {
    title: "Changes to this policy",
    blocks: [
      text(
        `This is the version of ${policyDate}. When the policy changes, the date at the top changes with it.`,
      ),
    ],
  },
  {
    title: "Contact",
    blocks: [text("Questions about privacy, requests and complaints go to {privacyEmail}.")],
  },
];
