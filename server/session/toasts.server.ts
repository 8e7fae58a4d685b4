import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { z } from "zod";
import type { Settings } from "../process/settings.server";
import { createSignedCookie } from "./signed-cookie.server";

const SECONDS = 60;

/** The flash messages as remix-toast stores them, and until when the cookie counts: a copy of it must not live on. */
const waiting = z.looseObject({ __flash_flash__: z.looseObject({}), until: z.number() });

/**
 * Messages for the next page, in a signed cookie. Fixed texts only: what it says can be read by its holder.
 *
 * The library's own cookie is not signed, whatever secrets it is given: its `sign` appends a dot. So it gets a
 * session storage of Remix, which signs.
 */
export function createToasts({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const signed = createSignedCookie("toast", sessionSecrets, SECONDS);
  /** Clears the cookie once its message was shown, so that the next page can come from the cache again. */
  const cookie: typeof signed = {
    ...signed,
    serialize: (session: Partial<Record<string, unknown>>, options) =>
      session.__flash_flash__ === undefined
        ? signed.serialize("", { ...options, maxAge: 0 })
        : signed.serialize({ ...session, until: Date.now() + SECONDS * 1000 }, options),
  };
  return {
    ...createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie })),
    /** Whether a `Cookie` header brings a message of ours that is still to be shown. */
    isWaiting: (cookies: string | undefined): boolean => {
      const { success, data } = waiting.safeParse(signed.read(cookies));
      return success && data.until > Date.now();
    },
  };
}
