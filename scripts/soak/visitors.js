import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, request } from "node:http";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} body
 *
 * @typedef {(path: string, options?: { method?: string, headers?: Record<string, string>, form?: Record<string, string> }) => Promise<Answer>} Ask
 *
 * @typedef {object} Kind a kind of visit
 * @property {string} name
 * @property {number} share of all visits
 * @property {(ask: Ask, visitor: number) => Promise<void>} visit
 */

const DELETION = "/pulsescout/delete-user";
const DASHBOARD = "/pulsescout/dashboard";
const KEPT = ["/", "/blogs", "/pulsescout", "/pulsegen", "/contactus", "/privacyandpolicy-app"];
const COUNTRIES = ["India", "Germany", "Italy", "Brazil", "Nowhere"];

/** @template T @param {readonly T[]} list @param {number} index */
const one = (list, index) => /** @type {T} */ (list[index % list.length]); // never empty

/** @param {number} visitor a day of one of the last years */
const day = (visitor) =>
  new Date(Date.UTC(2024, 0, 1 + (visitor % 700))).toISOString().slice(0, 10);

/**
 * The kinds of visits, all that the product answers among them.
 *
 * @returns {Kind[]}
 */
export function kindsOfVisits() {
  const assets = readdirSync("build/client/assets").map((name) => `/assets/${name}`);
  /** @type {(path: (visitor: number) => string, status?: number, headers?: Record<string, string>) => Kind["visit"]} */
  const asks =
    (path, status = 200, headers = {}) =>
    async (ask, visitor) => {
      expect(await ask(path(visitor), { headers }), status);
    };
  const gzip = { "Accept-Encoding": "gzip" };
  return [
    { name: "kept pages", share: 30, visit: asks((visitor) => one(KEPT, visitor), 200, gzip) },
    { name: "assets", share: 15, visit: asks((visitor) => one(assets, visitor)) },
    { name: "not modified", share: 8, visit: askAgain },
    { name: "dashboard views", share: 14, visit: asks(dashboardView) },
    {
      name: "searches",
      share: 4,
      visit: asks((v) => `${DASHBOARD}?tab=trip&q=0x${(v % 1500).toString(16)}`),
    },
    { name: "data", share: 10, visit: asks((v) => `${DASHBOARD}.data?tab=trip&page=${v % 50}`) },
    { name: "invitations", share: 6, visit: asks((visitor) => `/ref/CODE${visitor}`) },
    { name: "pages not there", share: 6, visit: asks((visitor) => `/no/such/${visitor}`, 404) },
    { name: "deletion page", share: 4, visit: asks(() => DELETION) },
    { name: "deletion journeys", share: 1, visit: deleteAccount },
    { name: "exports", share: 0.3, visit: exportTrips },
    { name: "event streams", share: 1.7, visit: openStream },
  ];
}

/** @param {number} visitor */
function dashboardView(visitor) {
  const views = [
    "",
    "?tab=fleet-overview",
    `?tab=trip&page=${visitor % 40}`,
    `?tab=trip&country=${one(COUNTRIES, visitor)}`,
    `?tab=trip&date=${day(visitor)}`,
  ];
  return DASHBOARD + one(views, visitor);
}

/** @type {Kind["visit"]} */
async function askAgain(ask, visitor) {
  const path = one(KEPT, visitor);
  const { headers } = await ask(path);
  expect(await ask(path, { headers: { "If-None-Match": headers.etag ?? "" } }), 304);
}

/** @type {Kind["visit"]} */
async function exportTrips(ask, visitor) {
  const { status } = await ask(`${DASHBOARD}/trips.csv?date=${day(visitor)}`);
  // There are six places; who finds none is told so.
  if (![200, 429, 503].includes(status)) throw new Error(`an export was answered ${status}`);
}

/** @type {Kind["visit"]} */
async function openStream(ask) {
  expect(await ask(`${DASHBOARD}/events`, { headers: { Accept: "text/event-stream" } }), 200);
}

/** A whole journey, as a browser without scripts makes it. @type {Kind["visit"]} */
async function deleteAccount(ask, visitor) {
  let cookie = "";
  /** @param {Record<string, string>} [form] */
  async function step(form) {
    const answer = await ask(DELETION, {
      ...(form && { method: "POST", form }),
      headers: { cookie },
    });
    for (const set of answer.headers["set-cookie"] ?? []) {
      if (set.startsWith("pulse-deletion=")) cookie = set.split(";", 1)[0] ?? "";
    }
    if (form) expect(answer, 303);
    return answer;
  }
  await step();
  await step({ intent: "send", phone: String(7_000_000_000 + visitor) });
  await step();
  await step({ intent: "verify", otp: "482913" });
  await step();
  await step({ intent: "reasons", reason: "Privacy concerns" });
  const { body } = await step();
  const press = /name="press" value="([^"]*)"/.exec(body)?.[1] ?? "";
  await step({ intent: "delete", press });
  const done = await step();
  if (!done.body.includes("Account Deleted Successfully")) throw new Error("nothing was deleted");
}

/** @param {Answer} answer @param {number} status */
function expect(answer, status) {
  if (answer.status !== status) throw new Error(`answered ${answer.status} instead of ${status}`);
}

/**
 * @param {string} origin
 * @param {number} connections that are kept open
 * @returns {{ asker: (visitor: number) => Ask, asked: () => number, close: () => void }} requests of one visitor,
 *   each with an address of his own; how many there were in all
 */
export function createAsker(origin, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let asked = 0;
  /** @type {(visitor: number) => Ask} */
  const asker =
    (visitor) =>
    async (path, { method = "GET", headers = {}, form } = {}) => {
      asked += 1;
      const address = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
      const outgoing = request(`${origin}${path}`, {
        method,
        // A stream's connection is its own.
        agent: headers["Accept"] === "text/event-stream" ? false : agent,
        headers: {
          ...headers,
          "X-Forwarded-For": address,
          ...(form && {
            "Content-Type": "application/x-www-form-urlencoded",
            "Sec-Fetch-Site": "same-origin",
          }),
        },
      });
      outgoing.end(form && new URLSearchParams(form).toString());
      /** @type {[import("node:http").IncomingMessage]} */
      const [incoming] = /** @type {any} */ (await once(outgoing, "response"));
      const body = await bodyOf(incoming);
      return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
    };
  return { asker, asked: () => asked, close: () => agent.destroy() };
}

/** Of a stream the first event is enough. @param {import("node:http").IncomingMessage} incoming */
async function bodyOf(incoming) {
  incoming.setEncoding("utf8");
  const endless = incoming.headers["content-type"]?.startsWith("text/event-stream");
  let body = "";
  for await (const chunk of incoming) {
    body += chunk;
    if (endless) break;
  }
  return body;
}
