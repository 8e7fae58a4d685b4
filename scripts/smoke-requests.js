import { request as httpRequest, Agent as HttpAgent } from "node:http";
import { request as httpsRequest, Agent as HttpsAgent } from "node:https";
import { connect } from "node:tls";

const REQUEST_MS = 8_000;
const LONGEST_BODY = 4 * 1024 * 1024;
/** Parallel connections: enough to read a hundred files of a distant site in time, too few for a proxy to refuse. */
const AT_ONCE = { maxSockets: 8 };

/**
 * @typedef {{ method?: string, headers?: Record<string, string> }} Options
 * @typedef {{ status: number, headers: import("node:http").IncomingHttpHeaders, body: string }} Answer
 */

/**
 * Creates functions for requests to one site, each within 8 s, body included. Requests accept any certificate.
 *
 * @param {URL} site
 */
export function createRequests(site) {
  const agents = { "http:": new HttpAgent(AT_ONCE), "https:": new HttpsAgent(AT_ONCE) };
  /** @type {Map<string, Promise<Answer>>} */
  const answers = new Map();

  /**
   * Sends a request. Requests without options to the same address are sent only once.
   *
   * @param {string | URL} target
   * @param {Options} [options]
   * @returns {Promise<Answer>}
   */
  function ask(target, options) {
    const url = new URL(target, site);
    const earlier = options ? undefined : answers.get(url.href);
    if (earlier) return earlier;
    const answer = send(url, options ?? {});
    if (!options) answers.set(url.href, answer);
    return answer;
  }

  /**
   * @param {URL} url
   * @param {Options} options
   * @returns {Promise<Answer>}
   */
  function send(url, { method = "GET", headers = {} }) {
    return new Promise((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const agent = agents[isSecure ? "https:" : "http:"];
      const options = { method, headers, rejectUnauthorized: false, agent };
      const outgoing = (isSecure ? httpsRequest : httpRequest)(url, options, (incoming) => {
        let body = "";
        const end = () => {
          clearTimeout(timer);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        };
        incoming.setEncoding("utf8");
        incoming.on("data", (/** @type {string} */ text) => {
          body += text;
          if (body.length <= LONGEST_BODY) return;
          end();
          outgoing.destroy();
        });
        incoming.on("end", end);
        incoming.on("error", reject);
      });
      const timer = setTimeout(() => {
        outgoing.destroy(new Error(`no answer of ${url.href} in ${REQUEST_MS / 1000} s`));
      }, REQUEST_MS);
      outgoing.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.end();
    });
  }

  /** @returns {Promise<{ authorized: boolean, reason: string, days: number }>} */
  function certificate() {
    return new Promise((resolve, reject) => {
      const { hostname } = site;
      const socket = connect({
        host: hostname.replace(/^\[|\]$/g, ""),
        port: Number(site.port || 443),
        servername: /^[\d.]+$|^\[/.test(hostname) ? "" : hostname,
        rejectUnauthorized: false,
        timeout: REQUEST_MS,
      });
      socket.once("secureConnect", () => {
        const { valid_to: end } = socket.getPeerCertificate();
        const days = (Date.parse(end) - Date.now()) / 86_400_000;
        const reason = String(socket.authorizationError ?? "");
        resolve({ authorized: socket.authorized, reason, days });
        socket.destroy();
      });
      socket.once("timeout", () => socket.destroy(new Error("no TLS handshake in time")));
      socket.once("error", reject);
    });
  }

  return { ask, certificate };
}
