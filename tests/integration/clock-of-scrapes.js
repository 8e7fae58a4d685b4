import { subscribe } from "node:diagnostics_channel";

// Loaded into a server under test before its own code: 15 seconds pass on its clocks from one scrape of its metrics to
// the next, so that minutes of alerts are played in moments. What happens between two scrapes happens half-way.
const HALF_AN_INTERVAL_MS = 7_500;

let passed = 0;
const elapsed = performance.now.bind(performance);
const now = Date.now.bind(Date);
performance.now = () => elapsed() + passed;
Date.now = () => now() + passed;

subscribe("http.server.request.start", (message) => {
  // The channel's documented message: `{ request, response, socket, server }`.
  const { request, response } =
    /** @type {{ request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse }} */ (
      message
    );
  if (request.url !== "/metrics") return;
  passed += HALF_AN_INTERVAL_MS;
  // After the server has measured how long the scrape took.
  response.once("close", () => setImmediate(() => (passed += HALF_AN_INTERVAL_MS)));
});
