import { collaborationLink } from "./navigation";

/** The two ways into the contact form. */
export const audiences = {
  individual: { label: "For Individuals", who: "You drive, contribute or hold points." },
  collaboration: {
    label: collaborationLink.label,
    who: "You speak for a city, a business or a partner.",
  },
} as const;

export type Audience = keyof typeof audiences;

/** What the form says when the field was filled in that people do not see. */
export const contactAskedAgain =
  "Nothing is sent yet. A field that should stay empty was filled in, perhaps by your browser. It is empty again: press Send once more.";

/** What the form says when nobody knows whether the message has arrived. */
export const contactAnswerLost =
  "No answer came. Your message may have arrived, or not. What you typed is still here.";

/** What it adds when the next try is refused: the first one may still have come through. */
export const contactEarlierLost =
  "That is about this try: the one before, which got no answer, may have arrived.";

/** What the form says when the server has refused its message unread, by the name of the refusal. */
export const contactRefusalTexts: Readonly<Record<string, string>> = {
  foreign: "For your safety nothing was done. Open the page here and send the form again.",
  "too-large": "Nothing was sent: a form may hold 64 KB. Shorten the text and send it again.",
  busy: "Too many people are here at once. Nothing was sent. Try again in a few seconds.",
  leaving: "The site is being restarted. Nothing was sent. Try again in a moment.",
};

/** Where the refusal is none of these. */
export const contactRefused = "Nothing was sent. Load the page again and send the form once more.";

/** What the form says when a message has arrived, as a toast and beside its buttons. */
export const contactSentTexts = {
  toast: "Form submitted successfully!",
  status: "Form Submitted Successfully",
} as const;

/** Why the next message has to wait, by whose limit that is; the form adds until when. */
export const contactLimitTexts = {
  network: "Five messages an hour can be sent from your network.",
  tries: "Twenty tries an hour can be made from your network.",
  service: "Too many messages are being sent right now.",
} as const;
