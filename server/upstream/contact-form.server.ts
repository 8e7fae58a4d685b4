import { z } from "zod";
import { statedText } from "./upstream-text.server";
import type { HttpClient } from "./http-client.server";
import { notUnderstood, UpstreamError } from "./upstream-error.server";

/** What a visitor writes to the company, under the names that the service reads. */
export interface ContactMessage {
  first_name: string;
  last_name: string;
  email: string;
  message: string;
}

/** The form-submission service. */
export interface ContactForm {
  /**
   * Hands a message over, once.
   *
   * @throws UpstreamError `refused` when the service says no; its `message` is the service's, or empty
   */
  submit(message: ContactMessage): Promise<void>;
}

const answerSchema = z.object({ success: z.boolean() });

/** @param accessKey the account at the service that messages go to; it is sent to the service and shown to nobody */
export function createContactForm(
  client: Pick<HttpClient, "send">,
  accessKey: string,
): ContactForm {
  const withoutKey = (text: string) =>
    accessKey === "" ? text : text.replaceAll(accessKey, "•••");
  return {
    async submit(message) {
      const { status, body, retryAfterMs } = await client.send({
        method: "POST",
        path: "",
        form: { access_key: accessKey, ...message },
      });
      const said = withoutKey(statedText(body, ["message", "error"]) ?? "");
      if (status < 200 || status > 299) {
        throw new UpstreamError("http", said, { status, retryAfterMs });
      }
      const answer = answerSchema.safeParse(body);
      if (!answer.success) throw notUnderstood();
      if (!answer.data.success) throw new UpstreamError("refused", said, { status });
    },
  };
}
