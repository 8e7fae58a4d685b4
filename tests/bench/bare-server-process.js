import { createServer } from "node:http";
import { CONNECTION_TIMEOUTS } from "./bare-server.js";

/** A bare `node:http` server; sends to everyone what `bare-server.js` last told it. */

let [status, body] = [503, Buffer.alloc(0)];
/** @type {string[]} */
let headers = [];

const server = createServer(CONNECTION_TIMEOUTS, (_request, response) => {
  response.writeHead(status, headers);
  response.end(status === 304 ? undefined : body);
});
server.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.send?.({ port: address.port });
});

process.on(
  "message",
  (/** @type {{ status: number, headers: string[], body: string }} */ answer) => {
    status = answer.status;
    headers = answer.headers;
    body = Buffer.from(answer.body, "base64");
    process.send?.("taken");
  },
);
process.once("disconnect", () => process.exit());
