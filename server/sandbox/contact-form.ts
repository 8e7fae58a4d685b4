import { z } from "zod";
import { jsonAnswer, RequestProblem, type Routes, type SandboxRequest } from "./http-server";
import type { Outbox } from "./outbox";

const requiredText = z.string().refine((text) => text.trim() !== "");

const formBody = z.object({
  access_key: requiredText,
  first_name: requiredText,
  last_name: requiredText,
  email: requiredText,
  message: requiredText,
});

/** The contact form's submission service. Submitted messages can be read in the outbox. */
export function contactRoutes(outbox: Outbox): Routes {
  return {
    "POST /contact-form": async (request) => {
      const { success, data } = formBody.safeParse(Object.fromEntries(await readForm(request)));
      if (!success) return jsonAnswer(400, { success: false, message: "A field is missing" });
      const text = `${data.first_name} ${data.last_name} <${data.email}>\n${data.message}`;
      outbox.add("Contact form", text);
      return jsonAnswer(200, { success: true, message: "The message has arrived" });
    },
  };
}

async function readForm(request: SandboxRequest): Promise<FormData> {
  const body = new Uint8Array(await request.body());
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  try {
    return await new Response(body, { headers }).formData();
  } catch {
    throw new RequestProblem(400, "The body is not form data");
  }
}
