import { ArrowUpLeft, ArrowUpRight, Handshake, User } from "lucide-react";
import { collaborationLink } from "./navigation";

/** The two audiences of the contact form. */
export const audiences = {
  individual: {
    label: "For Individuals",
    who: "You drive, contribute or hold points.",
    Pictogram: User,
    Exit: ArrowUpLeft,
  },
  collaboration: {
    label: collaborationLink.label,
    who: "You speak for a city, a business or a partner.",
    Pictogram: Handshake,
    Exit: ArrowUpRight,
  },
} as const;

export type Audience = keyof typeof audiences;

/** The form's fields in their order; all are required. */
export const contactFields = [
  { name: "first_name", label: "First name", autoComplete: "given-name" },
  { name: "last_name", label: "Last name", autoComplete: "family-name" },
  { name: "email", label: "Email", type: "email", autoComplete: "email" },
  { name: "message", label: "Message", placeholder: "Which road, which city, which question." },
] as const;

/** Message when it is unknown whether the form has arrived. */
export const contactAnswerLost =
  "No clear answer came. Your message may have arrived, or not. What you typed is still here.";

/** Message when the form is larger than the server accepts. */
export const contactTooLong =
  "That is too much text. A form may hold 64 KB. Shorten the text and send it again.";

/** Messages after success: of the toast, and of the status beside the buttons. */
export const contactSentTexts = {
  toast: "Form submitted successfully!",
  status: "Form Submitted Successfully",
} as const;

/** Message over a limit. The form adds the time. */
export const contactLimited = "Too many messages. Try again at";
