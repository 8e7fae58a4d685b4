import { z } from "zod";
import { postedForm } from "../process/request-context.server";
import type { Routes } from "./http-server";
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
      const { success, data } = formBody.safeParse(Object.fromEntries(await postedForm(request)));
      if (!success) return reply(400, "A field is missing");
      const text = `${data.first_name} ${data.last_name} <${data.email}>\n${data.message}`;
      outbox.add("Contact form", text);
      return reply(200, "The message has arrived");
    },
  };
}

const reply = (status: number, message: string) =>
  Response.json({ success: status === 200, message }, { status });
