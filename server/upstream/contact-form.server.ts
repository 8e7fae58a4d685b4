import { z } from "zod";
import { textFromBody } from "./upstream-text.server";
import type { HttpClient } from "./http-client.server";
import { invalidAnswerError, UpstreamError } from "./upstream-error.server";

/** A visitor's message to the company, with the field names of the form service. */
export interface ContactMessage {
  first_name: string;
  last_name: string;
  email: string;
  message: string;
}

/** The form-submission service. */
export interface ContactForm {
  /**
   * Sends a message, without a retry.
   *
   * @throws UpstreamError `refused` when the service declines; its `message` is the service's message, or empty
   */
  submit(message: ContactMessage): Promise<void>;
}

const answerSchema = z.object({ success: z.boolean() });

/** @param accessKey identifies the receiving account; it is sent to the service and never shown or logged */
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
      const reply = withoutKey(textFromBody(body, ["message", "error"]) ?? "");
      if (status < 200 || status > 299) {
        throw new UpstreamError("http", reply, { status, retryAfterMs });
      }
      const answer = answerSchema.safeParse(body);
      if (!answer.success) throw invalidAnswerError();
      if (!answer.data.success) throw new UpstreamError("refused", reply, { status });
    },
  };
}
