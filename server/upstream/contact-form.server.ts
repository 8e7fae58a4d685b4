import { FormData } from "undici";
import { z } from "zod";
import { parsed, withoutSecrets } from "./answer.server";
import type { HttpClient } from "./http-client.server";
import { UpstreamError } from "./upstream-error.server";

/** A visitor's message to the company, with the field names of the form service. */
export interface ContactMessage {
  first_name: string;
  last_name: string;
  email: string;
  message: string;
}

export type ContactForm = ReturnType<typeof createContactForm>;

const answerSchema = z.object({ success: z.literal(true) });

/**
 * The form-submission service.
 *
 * @param accessKey identifies the receiving account; it is sent to the service and never shown or logged
 */
export function createContactForm(client: Pick<HttpClient, "send">, accessKey: string) {
  function withoutKey(error: unknown): never {
    if (!(error instanceof UpstreamError) || accessKey === "") throw error;
    throw new UpstreamError(error.kind, withoutSecrets(error.message, [accessKey]), error);
  }
  return {
    /**
     * Sends a message, without a retry.
     *
     * @throws UpstreamError `refused` when the service declines; its `message` is the service's message, or empty
     */
    async submit(message: ContactMessage): Promise<void> {
      const body = new FormData();
      for (const [name, value] of Object.entries({ access_key: accessKey, ...message })) {
        body.set(name, value);
      }
      const read = (json: unknown) => parsed(answerSchema, json);
      await client.send({ method: "POST", path: "", body }, read).catch(withoutKey);
    },
  };
}
