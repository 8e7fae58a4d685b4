/** The fields of a posted form. A body that is no form counts as a form without fields, and causes no error. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/**
 * Who has sent a form: a browser that loads the answer as a page, a script that reads it, or a client that is no
 * browser. Browsers say so in `Sec-Fetch-Dest` and `Sec-Fetch-Mode`; over http, and before they had these, they name
 * page loads alone by `Upgrade-Insecure-Requests`.
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
