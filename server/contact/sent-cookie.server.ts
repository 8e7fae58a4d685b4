import { z } from "zod";
import { createSignedCookie } from "../session/signed-cookie.server";
import type { Settings } from "../process/settings.server";

/**
 * Tells the next page, and it alone, that a message has arrived: a signed cookie that is taken when it is read. What is
 * left of it says for a while that the browser has that page.
 */
export type SentCookie = ReturnType<typeof createSentCookie>;

const SECONDS = 60;

export function createSentCookie({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const cookie = createSignedCookie("contact-sent", sessionSecrets, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    maxAge: SECONDS,
  });
  /** When a message arrived that a page is still to tell of; null for what is none, and for a copy that is older. */
  const recent = (sentAt: unknown) =>
    typeof sentAt === "number" && sentAt > Date.now() - SECONDS * 1000 ? sentAt : null;
  const told = z.object({ told: z.number() });
  return {
    /** `Set-Cookie` value that says a message has arrived now. */
    give: () => cookie.serialize(Date.now()),

    /** Whether a `Cookie` header tells of one that has arrived just now. */
    isWaiting: (cookies: string | undefined): boolean => recent(cookie.read(cookies)) !== null,

    /** When it arrived, in milliseconds since 1970, and the headers that take the cookie; null for none. */
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
