import { postedForm } from "../http/posted-form.server";
import { requestContext } from "../http/request-context.server";
import { clientNetwork } from "../limits/client-network.server";
import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { ContactForm, ContactMessage } from "../upstream/contact-form.server";
import { certainlyDidNotHappen } from "../upstream/call-effect.server";
import { serverMessage, UpstreamError } from "../upstream/upstream-error.server";
import { contactProblems, readContactForm, type FieldProblem } from "./contact-input.server";

/** Said where the service gives no message of its own. */
const SOMETHING_WENT_WRONG = "Something went wrong.";

/** The form's answer when nothing was sent; what was typed goes back into its fields. */
export interface ContactRefusal {
  status: 400 | 429 | 502 | 503;
  /** About the fields; empty when the form itself is in order. */
  problems: FieldProblem[];
  /** The text for the form as a whole; null when the fields say it all. */
  message: string | null;
  /** With 429: from when on it may be tried again, in milliseconds since 1970. */
  retryAt: number | null;
  /** Whether the field that people do not see was filled in: a program, or a browser that meant well. */
  honeypotFilled: boolean;
  typed: ContactMessage;
}

/** The contact form in terms of HTTP. */
export interface Contact {
  /** Whether there is a service to send to; without one the page shows the mailbox. */
  readonly open: boolean;
  /** From when on the person who asks may send again, in milliseconds since 1970; 0 for now. */
  freeAt(): Promise<number>;
  /** Answers a posted form: `sent`, or why not. */
  answer(request: Request): Promise<"sent" | ContactRefusal>;
}

export interface ContactParts {
  /** Null when none is configured. */
  contactForm: ContactForm | null;
  limits: Limits;
  logger: Pick<Logger, "info" | "warn">;
}

export function createContact({ contactForm, limits, logger }: ContactParts): Contact {
  /** Counted for each client address. */
  const uses = (): Use[] => [
    { rule: "contactForm", key: clientNetwork(requestContext().clientAddress) },
  ];

  return {
    open: contactForm !== null,
    freeAt: () => limits.freeAt(uses()),

    async answer(request) {
      const { typed, honeypot } = readContactForm(await postedForm(request));
      const refusal = (status: ContactRefusal["status"], rest: Partial<ContactRefusal>) => ({
        status,
        problems: [],
        message: null,
        retryAt: null,
        honeypotFilled: honeypot !== "",
        typed,
        ...rest,
      });
      if (contactForm === null) return refusal(503, { message: SOMETHING_WENT_WRONG });
      const problems = contactProblems(typed);
      if (honeypot !== "") logger.info("contact form: honeypot filled");
      if (honeypot !== "" || problems.length > 0) return refusal(400, { problems });

      const counted = uses();
      const taken = await limits.take(counted);
      if (!taken.ok) return refusal(429, { retryAt: taken.until });
      try {
        await contactForm.submit(typed);
        return "sent";
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const { kind, status } = error;
        logger.warn({ kind, status }, "contact form: not taken");
        if (certainlyDidNotHappen(error)) await limits.giveBack(counted);
        return refusal(502, { message: serverMessage(error) ?? SOMETHING_WENT_WRONG });
      }
    },
  };
}
