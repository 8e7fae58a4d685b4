import type { LoaderFunctionArgs } from "@remix-run/node";
import { requestContext } from "server/http/request-context.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { dashboardUrl, parseDashboardState } from "~/features/dashboard/dashboard-url";
import { CSV_PAGE_SIZE, csvFileName, tripsCsv } from "~/features/trips/trips-csv";
import { textStream } from "~/lib/text-stream";

/** Every trip that the URL's filters or search match, as CSV, streamed page by page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  params.set("tab", "trip");
  const selection = parseDashboardState(params);
  const { coreApi, logger } = services();
  const { closed, requestId } = requestContext();
  const { q, date, country } = selection;
  const limit = CSV_PAGE_SIZE;
  const readPage = (page: number) =>
    q ? coreApi.searchTrips({ q, page, limit }) : coreApi.trips({ page, limit, date, country });

  try {
    const rows = tripsCsv(await readPage(1), readPage);
    const stream = textStream(rows, closed, (error) =>
      logger.error({ requestId, err: error }, "trip export broke off"),
    );
    return new Response(stream, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${csvFileName(selection)}"`,
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return failurePage(error.message, dashboardUrl({ ...selection, tab: "trip", page: 1 }));
  }
}

function failurePage(message: string, back: string): Response {
  const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Export failed</title>
<h1>The export could not start</h1>
<p>The trips could not be read: ${escape(message)}.</p>
<p><a href="${escape(back)}">Back to the trips</a></p></html>`;
  return new Response(html, {
    status: 502,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
