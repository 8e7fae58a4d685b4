import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import type { Settings } from "../settings.server";
import { createSignedCookie } from "./signed-cookie.server";

/** Messages for the next page, in a signed cookie. Fixed texts only: what it says can be read by its holder. */
export type Toasts = ReturnType<typeof createToasts>;

/**
 * The library's own cookie is not signed, whatever secrets it is given: its `sign` appends a dot. So it gets a
 * session storage of Remix, which signs.
 */
export function createToasts({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const cookie = createSignedCookie("toast", sessionSecrets, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    maxAge: 60,
  });
  return createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie }));
}
