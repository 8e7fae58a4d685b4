import { z } from "zod";
import { createSignedCookie } from "../session/signed-cookie.server";
import type { Settings } from "../process/settings.server";

const SECONDS = 60;

/**
 * A signed cookie that tells the next page, and no other, that a message has arrived. That page replaces it by one that
 * says for a while which message the browser was told of.
 */
export function createSentCookie({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const cookie = createSignedCookie("contact-sent", sessionSecrets, SECONDS);
  /** When a message arrived that no page has told of; null for other values, and for a copy that is older. */
  const recent = (sentAt: unknown) =>
    typeof sentAt === "number" && sentAt > Date.now() - SECONDS * 1000 ? sentAt : null;
  const told = z.object({ told: z.number() });
  return {
    /** `Set-Cookie` value that says a message has arrived now. */
    give: () => cookie.serialize(Date.now()),

    /** Whether a `Cookie` header tells of a message that has just arrived. */
    isWaiting: (cookies: string | undefined): boolean => recent(cookie.read(cookies)) !== null,

    /** When the message arrived, in milliseconds since 1970, and the headers that replace the cookie; null for none. */
    async take(request: Request): Promise<{ sentAt: number; headers: Headers } | null> {
      const sentAt = recent(await cookie.parse(request.headers.get("Cookie")));
      if (sentAt === null) return null;
      const taken = await cookie.serialize({ told: sentAt });
      return { sentAt, headers: new Headers({ "Set-Cookie": taken }) };
    },

    /** When the message arrived that this browser was told of last, in milliseconds since 1970; 0 for none lately. */
    toldOf: (request: Request): number =>
      told.safeParse(cookie.read(request.headers.get("Cookie"))).data?.told ?? 0,
  };
}
