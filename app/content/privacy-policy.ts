import { pages } from "./pages";
import { facts, points, text, type TextSectionContent } from "./text-blocks";

/** Stages of an account after its deletion was requested; the catalogues of the deletion page say the same. */
export const lifecycle = [
  { when: "Immediately", what: "Your account is inactive." },
  { when: "Within 90 days", what: "You can come back: log in via the mobile app." },
  { when: "After 90 days", what: "Your account and your personal data are permanently deleted." },
] as const;

/** Date of the last update, displayed unchanged. */
export const policyDate = "19-08-2025";

/** Three figures that summarize the policy. */
export const policyInShort = [
  { figure: "0", text: "personal data sold" },
  { figure: "90", text: "days within which personal data is deleted after account deletion" },
  { figure: "18", text: "years is the minimum age" },
] as const;

/** The 17 numbered sections of the mobile app's privacy policy. */
export const policySections: readonly TextSectionContent[] = [
  {
    title: "Who we are",
    blocks: [
      text(
        "Pulse reads roads. The mobile app streams video of the road from a smartphone or a dashcam, and PulseGen, an AI model, interprets the road data.",
      ),
      text("This policy tells you what the app collects, what for, and for how long."),
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
        ["Sensor data", "Readings of sensors."],
        ["Device and technical data", "What the app runs on."],
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
      text("Video, location, speed and sensor data."),
      text("Device and technical data as well."),
    ],
  },
  {
    title: "How we use data",
    blocks: [
      text("To ask about any use of data about you, write to {privacyEmail}."),
      facts(
        ["To know it is you", "The mobile number, with a one-time code."],
        ["To read the road", "PulseGen interprets the road data."],
        ["To reward you", "Contributors are rewarded with $PULS points."],
        ["To answer you", "Your support messages."],
        ["To respect your choices", "Your consent preferences."],
      ),
    ],
  },
  {
    title: "Blurring of faces and plates",
    blocks: [
      text("Faces and license plates in the video are blurred by AI."),
      text("If you find one that was missed, write to {privacyEmail} and say where and when."),
    ],
  },
  {
    title: "How we share data",
    blocks: [
      text("We do not sell personal data."),
      text("Insights into roads are shared with stakeholders."),
    ],
  },
  {
    title: "Where data is stored",
    blocks: [
      text("The app streams video to our service. The next section says how long data is kept."),
      text("To ask where the data about you is held, write to {privacyEmail}."),
    ],
  },
  {
    title: "How long we keep it",
    blocks: [
      facts(
        [
          "Personal data",
          "Deleted within 90 days of account deletion. Until the last of these days you can come back; then it is permanently deleted.",
        ],
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
      facts(...lifecycle.map(({ when, what }): [string, string] => [when, what])),
      text(`[${pages.deleteUser.title}](${pages.deleteUser.path})`),
    ],
  },
  {
    title: "Privacy zones",
    blocks: [text("You can ask for a privacy zone. Write to {privacyEmail} and name the place.")],
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
        `This is the version of ${policyDate}. The date at the top says which version you read.`,
      ),
    ],
  },
  {
    title: "Contact",
    blocks: [text("Questions about privacy, requests and complaints go to {privacyEmail}.")],
  },
];
