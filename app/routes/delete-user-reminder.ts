import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarFile } from "server/deletion/calendar-file.server";
import { erasedAt } from "server/deletion/grace-period.server";
import { services } from "server/services.server";
import { calendarTitles, lifecycleDated } from "~/content/account-deletion";
import { formatDateTime } from "~/lib/format-date";

/** The calendar file of the receipt that the visitor's session holds. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { deletion, settings } = services();
  const receipt = await deletion.receipt(request);
  if (receipt === null) throw new Response("There is no receipt here any more.", { status: 404 });
  const words = {
    title: calendarTitles.erasure,
    description: lifecycleDated.replace(
      "{date}",
      `${formatDateTime(erasedAt(receipt.deletedAt))} UTC`,
    ),
    aWeekBefore: calendarTitles.aWeekBefore,
  };
  return new Response(calendarFile(receipt, words, settings.siteUrl.hostname, Date.now()), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="account-deletion-${receipt.reference}.ics"`,
      "Cache-Control": "no-store",
    },
  });
}
