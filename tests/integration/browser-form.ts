import type { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";

export const pageLoad = {
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Site": "same-origin",
};

/** A form as a browser sends it, with the cookies of a client; what is set is kept there. */
export async function submit(
  client: FormClient,
  path: string,
  fields: Record<string, string>,
  says: Record<string, string>,
) {
  const answer = await rawRequest(client.origin, path, {
    method: "POST",
    headers: {
      ...says,
      Cookie: client.cookieHeader,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  });
  for (const set of answer.headers["set-cookie"] ?? []) {
    const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
    if (value === "") client.cookies.delete(name);
    else client.cookies.set(name, value);
  }
  return answer;
}
