import { capture, headerOf } from "./captured-answer.js";

/**
 * The cookie of a visitor for whom a message is waiting: with it every page is made for that visitor alone, since
 * the message is on it. A sent contact form leaves one.
 *
 * @param {string} url the product's
 * @returns {Promise<string>} value of the request's `Cookie` header
 * @throws when the product does not answer with the message
 */
export async function personalCookie(url) {
  const sent = await fetch(new URL("/contactus", url), {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, "X-Forwarded-For": unusedAddress() },
    body: new URLSearchParams({
      first_name: "Asha",
      last_name: "Rao",
      email: "asha@example.com",
      message: "Measured.",
    }),
  });
  const cookie = sent.headers
    .getSetCookie()
    .find((line) => line.startsWith("toast="))
    ?.split(";")[0];
  if (cookie === undefined) throw new Error(`the contact form left no message (${sent.status})`);
  const answer = await capture(new URL("/", url), { Cookie: cookie });
  if (headerOf(answer, "set-cookie") === undefined)
    throw new Error("a page does not take the message that waits for its visitor");
  return cookie;
}

let addresses = 0;

/** Each address may send a few forms only. */
function unusedAddress() {
  addresses += 1;
  return `10.1.0.${addresses}`;
}
