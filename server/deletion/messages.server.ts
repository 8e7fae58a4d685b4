import { z } from "zod";

/** What the page may have to say that needs no words filled in. */
const PLAIN = [
  "problem.phone",
  "problem.otp",
  "problem.reasons",
  "problem.ended",
  "problem.ended-undeleted",
  "problem.earlier",
  "problem.earlier-undeleted",
  "problem.outdated",
  "problem.cannot-go-on",
  "send.failed",
  "send.unanswered",
  "send.may-be-sent",
  "send.sent",
  "verify.failed",
  "verify.unanswered",
  "verify.maybe-used",
  "verify.used",
  "verify.verified",
  "delete.failed",
  "delete.unanswered",
  "delete.refused-after-loss",
  "delete.maybe",
  "delete.unknown",
  "limit.minute",
  "limit.hour",
  "limit.number",
  "limit.network",
  "limit.codes",
  "limit.tries",
  "limit.send",
  "limit.verify",
  "limit.delete",
] as const;

/** What the page may have to say. The server names it; the page writes it in the visitor's language. */
export const message = z.union([
  z.object({ id: z.enum(PLAIN) }),
  z.object({ id: z.literal("problem.others"), values: z.object({ most: z.number() }) }),
  z.object({
    id: z.literal("delete.maybe-reference"),
    values: z.object({ reference: z.string() }),
  }),
]);

export type Message = z.infer<typeof message>;
