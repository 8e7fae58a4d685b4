import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarFile } from "server/deletion/calendar.server";
import { erasedAt } from "server/deletion/places.server";
import { languageOf } from "server/http/chosen-language.server";
import { services } from "server/services.server";
import { momentText } from "~/features/deletion/moment-text";
import { messagesIn } from "~/features/shell/catalogues.server";

/** The calendar file for the receipt in the URL or in the visitor's session. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { deletion, settings } = services();
  const messages = messagesIn(languageOf(request, settings.languages));
  const { text } = messages;
  const receipt = await deletion.receipt(request);
  if (receipt === null) throw new Response(text("calendar.gone"), { status: 404 });
  const { reference, deletedAt } = receipt;
  const date = momentText(messages, erasedAt(deletedAt), "day-clock");
  const words = {
    language: messages.language,
    title: text("calendar.title"),
    description: `${text("lifecycle.dated", { date })} ${text("calendar.reference", { reference })}`,
    aWeekBefore: text("calendar.reminder"),
  };
  return new Response(calendarFile(receipt, words, settings.siteUrl.hostname, Date.now()), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="account-deletion-${reference}.ics"`,
      "Cache-Control": "no-store",
    },
  });
}
