import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { CONNECTION_TIMEOUTS } from "server/http/attach-to-server.server";

/** The product's proportions in a hundredth of the time. */
const HURRIED = Object.fromEntries(
  Object.entries(CONNECTION_TIMEOUTS).map(([name, milliseconds]) => [name, milliseconds / 100]),
);

/** What comes back for an unfinished request, and after how many milliseconds the connection has ended. */
async function endOf(sent: string, listener: RequestListener) {
  const server = createServer(HURRIED, listener).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const socket = connect(port);
  const start = performance.now();
  socket.write(sent);
  const answer = await text(socket);
  const milliseconds = performance.now() - start;
  server.close();
  return { answer, milliseconds };
}

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n";

describe("connection timeouts", () => {
  it("end an unfinished head within 15 s and an unfinished body within 30 s", () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = CONNECTION_TIMEOUTS;
    expect(headersTimeout + 2 * connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
    expect(requestTimeout + 2 * connectionsCheckingInterval).toBeLessThanOrEqual(30_000);
  });

  it("give a head less time than a body, on the wire too", async () => {
    const head = await endOf(HEAD, () => undefined);
    const body = await endOf(`${HEAD}\r\n12345`, () => undefined);
    expect(head.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(body.answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(head.milliseconds).toBeGreaterThanOrEqual(HURRIED.headersTimeout ?? NaN);
    expect(body.milliseconds).toBeGreaterThanOrEqual(HURRIED.requestTimeout ?? NaN);
  });
});
