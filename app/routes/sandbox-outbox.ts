import { services } from "server/services.server";

/** The sandbox's outbox, where its codes can be read; there is none without a sandbox. */
export async function loader() {
  const { outboxPage } = services();
  if (outboxPage === null) throw new Response("Not Found", { status: 404 });
  return new Response(await outboxPage(), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
