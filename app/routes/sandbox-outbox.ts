import { requestContext } from "server/process/request-context.server";
import { services } from "server/services.server";

/** The outbox of the sandbox, which shows its one-time codes. Only for requests that may see development pages. */
export async function loader() {
  const { outboxPage, settings } = services();
  const isOpen = settings.isOpen || requestContext().fromThisMachine;
  if (outboxPage === null || !isOpen) throw new Response("Not Found", { status: 404 });
  return new Response(await outboxPage(), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
