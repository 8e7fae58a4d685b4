import { domainToASCII } from "node:url";
import { z } from "zod";
import { postedForm, postedFrom } from "../process/posted-form.server";
import { requestContext } from "../process/request-context.server";
import { clientNetwork } from "../process/client-address.server";
import { createCoolDowns } from "../resilience/cool-down.server";
import { createIdempotentCalls } from "../session/idempotent-calls.server";
import { fingerprint } from "../limits/fingerprint.server";
import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Redis } from "../redis/redis.server";
import type { ContactForm, ContactMessage } from "../upstream/contact-form.server";
import {
  certainlyHadNoEffect,
  serverMessage,
  UpstreamError,
} from "../upstream/upstream-error.server";

/** Message to show when the service gives none. */
const SOMETHING_WENT_WRONG = "Something went wrong.";

/** Key of the only cool-down: the service limits the account that receives all messages. */
const SERVICE = "service";

/** The answer to a message that was not sent. The page fills the fields with `typed` again. */
export interface ContactRefusal {
  status: Refused["status"];
  /** Problems of single fields; empty when all fields are valid. */
  problems: FieldProblem[];
  /** The message for the form as a whole; null when the problems are sufficient. */
  message: string | null;
  /** With 429, and with 503 when all slots are taken: when to try again. */
  wait: ContactWait | null;
  /** Whether the hidden field was filled in, by a program or by a browser. */
  honeypotFilled: boolean;
  typed: ContactMessage;
}

const wait = z.object({ until: z.number(), of: z.enum(["network", "tries", "service"]) });

/** When the next message can be sent, in milliseconds since 1970, and which limit causes the wait. */
type ContactWait = z.infer<typeof wait>;

/** Why a message was not sent. */
const refusedOutcome = z.object({
  status: z.literal([400, 429, 502, 503]),
  message: z.string().optional(),
  wait: wait.optional(),
});

/** The outcome of a message, shared by instances: when it was sent, in milliseconds since 1970, or why it was not. */
const outcome = z.union([z.object({ sentAt: z.number() }), refusedOutcome]);

type Refused = z.infer<typeof refusedOutcome>;
type Outcome = z.infer<typeof outcome>;

/** The contact form: reads requests and decides on the answer. */
export interface Contact {
  /** Whether a service is configured. Without a service, the page shows the mail address. */
  readonly open: boolean;
  /** The wait before the client's next message; null when there is none. */
  wait(): Promise<ContactWait | null>;
  /**
   * Answers a posted form: `sent`, or a refusal. Equal forms from the same network are one message while it is being
   * sent. They still are for ten seconds after that if the form was posted by a page load whose browser has not shown
   * the confirmation: a second press of the button makes a browser drop the first answer.
   *
   * @param toldOf arrival of the message last confirmed to this browser, in milliseconds since 1970; 0 for none
   * @param lost the text for a message whose outcome on another instance is unknown
   */
  answer(request: Request, toldOf: number, lost: string): Promise<"sent" | ContactRefusal>;
}

/** How long after a message the form of a second press, sent before the first answer arrived, may still arrive. */
const RESUBMIT_MS = 10_000;

interface ContactParts {
  /** The service; null when none is configured. */
  contactForm: ContactForm | null;
  limits: Limits;
  /** Where instances share outcomes of messages; null for a single instance. */
  redis: Redis | null;
  logger: Pick<Logger, "info" | "warn">;
}

export function createContact({ contactForm, limits, redis, logger }: ContactParts): Contact {
  /** The limits of the client address: for messages that the service may have accepted, and for tries of any outcome. */
  function uses(): [sent: Use, tried: Use] {
    const key = clientNetwork(requestContext().clientAddress);
    return [
      { rule: "contactForm", key },
      { rule: "contactTry", key },
    ];
  }

  const coolDowns = createCoolDowns();
  const messages = createIdempotentCalls<Outcome>(redis, fingerprint, {
    name: "contact",
    schema: outcome,
    hadEffect: () => "yes",
  });

  function coolDownOfService(): ContactWait | null {
    const until = coolDowns.until(SERVICE);
    return until > 0 ? { until, of: "service" } : null;
  }

  async function send(form: ContactForm, typed: ContactMessage): Promise<Outcome> {
    const coolDown = coolDownOfService();
    if (coolDown !== null) return { status: 429, wait: coolDown };
    const [sent, tried] = uses();
    const verdict = await limits.take([sent, tried]);
    if (!verdict.ok) {
      const of = verdict.rule === "contactTry" ? "tries" : "network";
      return { status: 429, wait: { until: verdict.until, of } };
    }
    try {
      await form.submit({ ...typed, email: asciiEmail(typed.email) ?? typed.email });
      return { sentAt: Date.now() };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { kind, status, retryAt: until } = error;
      logger.warn({ kind, status }, "contact form: not taken");
      if (certainlyHadNoEffect(error)) await limits.giveBack([sent]);
      if (until !== undefined) {
        // When all of our own slots were taken, the service has not asked for a cool-down.
        const isFull = kind === "busy";
        if (!isFull) coolDowns.note(SERVICE, until);
        return { status: isFull ? 503 : 429, wait: { until, of: "service" } };
      }
      return { status: 502, message: serverMessage(error) ?? SOMETHING_WENT_WRONG };
    }
  }

  return {
    open: contactForm !== null,
    async wait() {
      const [sent, tried] = uses();
      const [sentUntil, triedUntil] = [await limits.freeAt([sent]), await limits.freeAt([tried])];
      const until = Math.max(sentUntil, triedUntil);
      const coolDown = coolDownOfService();
      if (coolDown !== null && coolDown.until > until) return coolDown;
      if (until === 0) return null;
      return { until, of: sentUntil < triedUntil ? "tries" : "network" };
    },

    async answer(request, toldOf, lost) {
      const { typed, honeypot } = readContactForm(await postedForm(request));
      const refusal = ({ status, message, wait }: Refused, problems: FieldProblem[] = []) => ({
        status,
        problems,
        message: message ?? null,
        wait: wait ?? null,
        honeypotFilled: honeypot !== "",
        typed,
      });
      if (contactForm === null) return refusal({ status: 503, message: SOMETHING_WENT_WRONG });
      const problems = contactProblems(typed);
      if (honeypot !== "") logger.info("contact form: honeypot filled");
      if (honeypot !== "" || problems.length > 0) return refusal({ status: 400 }, problems);

      const network = clientNetwork(requestContext().clientAddress);
      const message = JSON.stringify([network, typed]);
      const previous = postedFrom(request.headers) === "document" && (await messages.find(message));
      if (previous && "sentAt" in previous && toldOf < previous.sentAt) return "sent";

      const result = await messages.run(message, message, async () => {
        const outcome = await send(contactForm, typed);
        if ("sentAt" in outcome) await messages.keep(message, outcome, Date.now() + RESUBMIT_MS);
        return outcome;
      });
      if (result === null) return refusal({ status: 502, message: lost });
      return "sentAt" in result ? "sent" : refusal(result);
    },
  };
}

export type ContactField = keyof ContactMessage;

/** A problem of one field, with a message that names the field. */
export interface FieldProblem {
  field: ContactField;
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

/** Maximum length of a mail address in UTF-16 units (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LONGEST_EMAIL = 254;

/** A domain, possibly not ASCII. Checked first, because {@link domainToASCII} would parse any host of a URL. */
const WIDE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** A valid e-mail address of the HTML standard, as browsers accept it in `<input type="email">`. */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Reads the posted form. Values are unchanged, except that the address is trimmed; a missing field is empty. */
export function readContactForm(data: FormData): { typed: ContactMessage; honeypot: string } {
  return {
    typed: {
      first_name: text(data, "first_name"),
      last_name: text(data, "last_name"),
      email: text(data, "email").trim(),
      message: text(data, "message"),
    },
    honeypot: text(data, HONEYPOT),
  };
}

/** The problems that prevent sending, in the order of the fields. */
export function contactProblems(typed: ContactMessage): FieldProblem[] {
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

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
