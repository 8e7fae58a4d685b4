import { domainToASCII } from "node:url";
import { z } from "zod";
import { postedForm, postedFrom } from "../process/posted-form.server";
import { requestContext } from "../process/request-context.server";
import { clientNetwork } from "../process/client-address.server";
import { createCoolDowns } from "../resilience/cool-down.server";
import { createIdempotentCalls } from "../session/idempotent-calls.server";
import { fingerprint } from "../limits/counters.server";
import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Redis } from "../redis/redis.server";
import type { ContactForm, ContactMessage } from "../upstream/contact-form.server";
import {
  certainlyDidNotHappen,
  serverMessage,
  UpstreamError,
} from "../upstream/upstream-error.server";

/** Shown when the service gives no message of its own. */
const SOMETHING_WENT_WRONG = "Something went wrong.";

/** The key of the one cool-down: the service limits the account that all messages go to. */
const SERVICE = "service";

/** The answer to a message that was not sent. The page puts what was typed back into the fields. */
export interface ContactRefusal {
  status: Refused["status"];
  /** Problems of single fields; empty when all are in order. */
  problems: FieldProblem[];
  /** The text for the form as a whole; null when the problems say it all. */
  message: string | null;
  /** With 429, and with 503 when all slots are taken: from when on it may be tried again. */
  wait: ContactWait | null;
  /** Whether the hidden field was filled in, by a program or by a browser. */
  honeypotFilled: boolean;
  typed: ContactMessage;
}

const wait = z.object({ until: z.number(), of: z.enum(["network", "tries", "service"]) });

/** Until when nothing can be sent, in milliseconds since 1970, and whose limit it is. */
type ContactWait = z.infer<typeof wait>;

/** Why a message was not sent. */
const refused = z.object({
  status: z.literal([400, 429, 502, 503]),
  message: z.string().optional(),
  wait: wait.optional(),
});

/** What became of a message, as instances tell each other: when it was sent, in milliseconds since 1970, or why not. */
const outcome = z.union([z.object({ sentAt: z.number() }), refused]);

type Refused = z.infer<typeof refused>;
type Outcome = z.infer<typeof outcome>;

/** The contact form in terms of HTTP. */
export interface Contact {
  /** Whether a service is configured; without one the page shows the mailbox. */
  readonly open: boolean;
  /** What the client has to wait for before the next message; null for nothing. */
  wait(): Promise<ContactWait | null>;
  /**
   * Answers a posted form: `sent`, or why that cannot be said. The same words from the same network are one message while it is being
   * sent. They are for ten seconds after that, too, if a browser loads the answer as a page and was not told of the
   * message: it has given up the first answer for that to a second press.
   *
   * @param toldOf when the message arrived that the browser was told of last, in milliseconds since 1970; 0 for none
   * @param lost what is said of a message on its way from another instance that is not heard of any more
   */
  answer(request: Request, toldOf: number, lost: string): Promise<"sent" | ContactRefusal>;
}

/** How long after a message a press may come that had left the browser before. */
const LATE_PRESS_MS = 10_000;

interface ContactParts {
  /** Null when none is configured. */
  contactForm: ContactForm | null;
  limits: Limits;
  /** Where instances find each other's messages; null when this is the only one. */
  redis: Redis | null;
  logger: Pick<Logger, "info" | "warn">;
}

export function createContact({ contactForm, limits, redis, logger }: ContactParts): Contact {
  /** What counts for the client address: messages that the service may have taken, and tries of any outcome. */
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
    const taken = await limits.take([sent, tried]);
    if (!taken.ok) {
      const of = taken.rule === "contactTry" ? "tries" : "network";
      return { status: 429, wait: { until: taken.until, of } };
    }
    try {
      await form.submit({ ...typed, email: asciiEmail(typed.email) ?? typed.email });
      return { sentAt: Date.now() };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { kind, status, retryAt: until } = error;
      logger.warn({ kind, status }, "contact form: not taken");
      if (certainlyDidNotHappen(error)) await limits.giveBack([sent]);
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
      const before = postedFrom(request.headers) === "document" && (await messages.find(message));
      if (before && "sentAt" in before && toldOf < before.sentAt) return "sent";

      const known = await messages.run(message, message, async () => {
        const sent = await send(contactForm, typed);
        if ("sentAt" in sent) await messages.keep(message, sent, Date.now() + LATE_PRESS_MS);
        return sent;
      });
      if (known === null) return refusal({ status: 502, message: lost });
      return "sentAt" in known ? "sent" : refusal(known);
    },
  };
}

export type ContactField = keyof ContactMessage;

/** What is wrong with one field, in words that name it. */
export interface FieldProblem {
  field: ContactField;
  message: string;
}

/** Every field is required. */
const names: Record<ContactField, string> = {
  first_name: "First name",
  last_name: "Last name",
  email: "Email",
  message: "Message",
};

const fields = Object.keys(names) as ContactField[]; // the keys of a const object

/** The name of a field that people do not see. Browsers do not know it, so they do not fill it in. */
const HONEYPOT = "detour";

/** Most UTF-16 units of a mail address (RFC 5321, section 4.5.3.1.3, without the brackets). */
const LONGEST_EMAIL = 254;

/** A domain that is not written in ASCII. {@link domainToASCII} would read anything else as the host of a URL. */
const WIDE_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** What browsers accept in `<input type="email">` (HTML standard, valid e-mail address). */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** What was typed into the form, as it is; a missing field is empty. */
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

/** What keeps the form from being sent, in the order of its fields. */
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
 * A mail address as every mail server takes it: its domain in ASCII, as some browsers send it and others do not (IDNA).
 *
 * @returns null for what is none
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
