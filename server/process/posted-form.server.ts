/** Reads the fields of a posted form. A body that is not a form counts as a form without fields; it causes no error. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/**
 * Tells who posted a form: a browser that loads the response as a page, a script that reads the response, or a client
 * that is not a browser. Browsers tell it in `Sec-Fetch-Dest` and `Sec-Fetch-Mode`; over http, and in versions without
 * these headers, they mark only page loads, with `Upgrade-Insecure-Requests`.
 */
export function postedFrom(headers: Headers): "document" | "script" | "client" {
  const destination = headers.get("Sec-Fetch-Dest");
  if (destination === "empty") return "script";
  if (destination === "document") {
    return headers.get("Sec-Fetch-Mode") === "navigate" ? "document" : "client";
  }
  const loadsPage = destination === null && headers.get("Upgrade-Insecure-Requests") === "1";
  return loadsPage ? "document" : "client";
}
