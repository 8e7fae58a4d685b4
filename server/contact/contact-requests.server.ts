import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import type { Limits, Use } from "../limits/limits.server";
import {
  clientNetwork,
  fieldText,
  postedForm,
  requestContext,
} from "../process/request-context.server";
import type { Logger } from "../process/logger.server";
import { createKeptAnswers } from "../session/kept-answers.server";
import type { ContactForm, ContactMessage } from "../upstream/contact-form.server";
import {
  certainlyHadNoEffect,
  serverMessage,
  UpstreamError,
} from "../upstream/upstream-error.server";

/** Message to show when the service gives none. */
const SOMETHING_WENT_WRONG = "Something went wrong.";

/** The answer to a posted form. */
export interface ContactAnswer {
  status: 200 | 400 | 429 | 502 | 503 | 504;
  /** Why nothing was sent; empty when all fields are valid. */
  problems: FieldProblem[];
  /** The message for the form as a whole; null when there is none. */
  message: string | null;
  /** Over a limit, ours or the service's own: when to try again, in milliseconds since 1970. */
  retryAt: number | null;
  /** What was typed, for the fields; empty after a message was accepted. */
  typed: Partial<ContactMessage>;
  /** A random id of the answer's page: equal presses of its form count as one. */
  press: string;
}

/** What became of a message. */
type Outcome = Pick<ContactAnswer, "status" | "message" | "retryAt">;

const failed = (message: string | null): Outcome => ({ status: 502, message, retryAt: null });
const limited = (retryAt: number): Outcome => ({ status: 429, message: null, retryAt });

interface ContactParts {
  /** The service; null when none is configured. */
  contactForm: ContactForm | null;
  limits: Limits;
  logger: Pick<Logger, "info" | "warn">;
}

/** Creates the logic of the contact form: it reads requests and decides on the answer. */
export function createContact({ contactForm, limits, logger }: ContactParts) {
  /** Until when the service asks to be left alone. It limits the account that receives all messages. */
  let coolDown = 0;
  const answers = createKeptAnswers<Outcome>();

  async function send(form: ContactForm, typed: ContactMessage, key: string): Promise<Outcome> {
    if (coolDown > Date.now()) return limited(coolDown);
    // For messages that the service may have accepted, and for tries of any outcome.
    const sent: Use = { rule: "contactForm", key };
    const verdict = await limits.take([sent, { rule: "contactTry", key }]);
    if (!verdict.ok) return limited(verdict.until);
    try {
      await form.submit({ ...typed, email: asciiEmail(typed.email) ?? typed.email });
      return { status: 200, message: null, retryAt: null };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { kind, status, retryAt } = error;
      logger.warn({ kind, status }, "contact form: not taken");
      if (certainlyHadNoEffect(error)) await limits.giveBack([sent]);
      if (retryAt === undefined) return failed(serverMessage(error) ?? SOMETHING_WENT_WRONG);
      // When all of our own slots were taken, the service has not asked for a cool-down.
      if (kind === "busy") return { ...limited(retryAt), status: 503 };
      coolDown = retryAt;
      return limited(retryAt);
    }
  }

  return {
    /** Whether a service is configured. Without a service, the page shows the mail address. */
    open: contactForm !== null,
    async answer(request: Request): Promise<ContactAnswer> {
      const { typed, honeypot, press } = readContactForm(await postedForm(request));
      const problems = contactProblems(typed);
      if (honeypot !== "") {
        logger.info("contact form: honeypot filled");
        problems.unshift({ field: null, message: ASKED_AGAIN });
      }
      const answer = (outcome: Outcome): ContactAnswer => ({
        ...outcome,
        problems: outcome.status === 400 ? problems : [],
        typed: outcome.status === 200 ? {} : typed,
        press: randomUUID(),
      });
      if (contactForm === null) return answer(failed(SOMETHING_WENT_WRONG));
      if (problems.length > 0) return answer({ ...failed(null), status: 400 });
      const network = clientNetwork(requestContext().clientAddress);
      const same = JSON.stringify([network, press, typed]);
      const make = () => send(contactForm, typed, network);
      if (press === "") return answer(await make());
      return answer(await (answers.find(same) ?? answers.make(same, make)));
    },
  };
}

export type ContactField = keyof ContactMessage;

/** A problem of one field, with a message that names the field; or of the hidden field, which nobody sees. */
export interface FieldProblem {
  field: ContactField | null;
  message: string;
}

/** Names of the fields in messages. Every field is required. */
const names: Record<ContactField, string> = {
  first_name: "First name",
  last_name: "Last name",
  email: "Email",
  message: "Message",
};

const fields = Object.keys(names) as ContactField[]; // the keys of a const object

/** The name of a hidden field. Browsers do not know the name, so they do not autofill the field. */
const HONEYPOT = "detour";

/** Asks for a form that a program, or a browser, has filled in too far. */
const ASKED_AGAIN =
  "Nothing is sent yet. A field that should stay empty was filled in, perhaps by your browser. It is empty again: press Send once more.";

/** Longest id that is read from a hidden field: a UUID. */
const LONGEST_ID = 36;

/** Maximum length of a mail address in UTF-16 units (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LONGEST_EMAIL = 254;

/** A domain, possibly not ASCII. Checked first, because {@link domainToASCII} would parse any host of a URL. */
const WIDE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** A valid e-mail address of the HTML standard, as browsers accept it in `<input type="email">`. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Reads the posted form. Values are unchanged, except that the address is trimmed; a missing field is empty. */
function readContactForm(data: FormData) {
  return {
    typed: {
      first_name: fieldText(data, "first_name"),
      last_name: fieldText(data, "last_name"),
      email: fieldText(data, "email").trim(),
      message: fieldText(data, "message"),
    },
    honeypot: fieldText(data, HONEYPOT),
    press: fieldText(data, "press").slice(0, LONGEST_ID),
  };
}

/** The problems that prevent sending, in the order of the fields. */
function contactProblems(typed: ContactMessage): FieldProblem[] {
  return fields.flatMap((field) => {
    if (typed[field].trim() === "") return [{ field, message: `${names[field]} is required.` }];
    if (field === "email" && asciiEmail(typed.email) === null) {
      return [{ field, message: "Email has to look like name@example.com." }];
    }
    return [];
  });
}

/**
 * Converts the domain of a mail address to ASCII (IDNA), which every mail server accepts. Some browsers already do so.
 *
 * @returns null for a text that is no valid address
 */
export function asciiEmail(typed: string): string | null {
  if (typed.length > LONGEST_EMAIL) return null;
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1);
  const isWide = /[^\0-\x7f]/.test(domain) && WIDE_DOMAIN.test(domain);
  const email = isWide ? typed.slice(0, at + 1) + domainToASCII(domain) : typed;
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : null;
}
