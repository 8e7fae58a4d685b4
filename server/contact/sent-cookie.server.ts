import { z } from "zod";
import { createSignedCookie } from "../session/signed-cookie.server";
import type { Settings } from "../process/settings.server";

const SECONDS = 60;

/**
 * A signed cookie that tells only the next page that a message was sent. That page replaces the cookie by another one,
 * which records for a while which message was confirmed to the browser.
 */
export function createSentCookie({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const cookie = createSignedCookie("contact-sent", sessionSecrets, SECONDS);
  /** The time of a message that is not confirmed yet; null for other values, and for an expired copy. */
  const recent = (sentAt: unknown) =>
    typeof sentAt === "number" && sentAt > Date.now() - SECONDS * 1000 ? sentAt : null;
  const toldValue = z.object({ told: z.number() });
  return {
    /** A `Set-Cookie` value that records that a message was sent now. */
    create: () => cookie.serialize(Date.now()),

    /** Whether a `Cookie` header contains a recent message that is still to be confirmed. */
    isWaiting: (cookies: string | undefined): boolean => recent(cookie.read(cookies)) !== null,

    /** Time of the message to confirm, in milliseconds since 1970, and headers that replace the cookie; or null. */
    async consume(request: Request): Promise<{ sentAt: number; headers: Headers } | null> {
      const sentAt = recent(await cookie.parse(request.headers.get("Cookie")));
      if (sentAt === null) return null;
      const setCookie = await cookie.serialize({ told: sentAt });
      return { sentAt, headers: new Headers({ "Set-Cookie": setCookie }) };
    },

    /** Time of the message that this browser last got a confirmation of, in milliseconds since 1970; 0 for none. */
    lastConfirmedAt: (request: Request): number =>
      toldValue.safeParse(cookie.read(request.headers.get("Cookie"))).data?.told ?? 0,
  };
}
