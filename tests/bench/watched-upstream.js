import { once } from "node:events";
import { createServer, get } from "node:http";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Stands before an upstream: counts what is asked and holds it back for as long as it is told to.
 *
 * @param {string} upstream URL
 * @returns {Promise<{ url: string, asked: string[], holdBack: (milliseconds: number) => void, stop: () => void }>}
 *   `asked`: the paths so far
 */
export async function startWatchedUpstream(upstream) {
  /** @type {string[]} */
  const asked = [];
  let delay = 0;
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    void answer(request, response).catch(() => response.destroy());
  });

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async function answer({ url = "/", headers }, response) {
    if (delay > 0) await sleep(delay);
    const [reply] = await once(get(new URL(url, upstream), { headers }), "response");
    response.writeHead(reply.statusCode, reply.headers);
    await pipeline(reply, response);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    holdBack(milliseconds) {
      delay = milliseconds;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
