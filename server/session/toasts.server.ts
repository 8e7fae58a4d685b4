import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { z } from "zod";
import type { Settings } from "../process/settings.server";
import { createSignedCookie } from "./signed-cookie.server";

const SECONDS = 60;

/** A flash message as remix-toast stores it, and when the cookie expires: a copy of it must not stay valid. */
const storedToast = z.looseObject({ __flash_flash__: z.looseObject({}), until: z.number() });

/**
 * Messages for the next page, in a signed cookie. They must be fixed texts, because the visitor can read the cookie.
 *
 * The library's own cookie is not signed, whatever secrets it is given: its `sign` only appends a dot. So the library
 * gets a session storage of Remix, which signs.
 */
export function createToasts({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const signedCookie = createSignedCookie("toast", sessionSecrets, SECONDS);
  /** Deletes the cookie once its message was shown, so that the next page can come from the cache again. */
  const cookie: typeof signedCookie = {
    ...signedCookie,
    serialize: (session: Partial<Record<string, unknown>>, options) =>
      session.__flash_flash__ === undefined
        ? signedCookie.serialize("", { ...options, maxAge: 0 })
        : signedCookie.serialize({ ...session, until: Date.now() + SECONDS * 1000 }, options),
  };
  return {
    ...createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie })),
    /** Whether a `Cookie` header contains a valid message that is still to be shown. */
    isWaiting: (cookies: string | undefined): boolean => {
      const { success, data } = storedToast.safeParse(signedCookie.read(cookies));
      return success && data.until > Date.now();
    },
  };
}
