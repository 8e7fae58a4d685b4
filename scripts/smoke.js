import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

// Checks a deployment from outside, with reads and one post that has to be refused. Needs no dependencies.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { build: { type: "string" } },
});
const site = siteOf(positionals[0]);

/** Time limit for all checks, counted from the start of this process: a slow start of `npm` fits into the minute. */
const ALL_MS = 50_000;
/** Oldest figures that pass. Stale figures are served, too, so an operator may not notice a failing core API. */
const OLDEST_FIGURES_MS = 5 * 60_000;
const REQUEST_MS = 8_000;
const MOST_TRIES = 4;
const RETRY_MS = 2_500;
const FIGURES = /<time[^>]*dateTime="([^"]+)"[^>]*>(?:As of|No figures as of)/gi;

const PAGES = [
  "/",
  "/pulsescout",
  "/pulsegen",
  "/blogs",
  "/contactus",
  "/privacyandpolicy-app",
  "/accessibility",
  "/pulsescout/delete-user",
  "/pulsescout/dashboard?tab=fleet-overview",
];
const DASHBOARD = "/pulsescout/dashboard";

const HEADERS = {
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  ...(site.protocol === "https:" && { "strict-transport-security": /max-age=\d{7,}/ }),
};

/**
 * Each check returns what it found, and throws an error for a problem.
 *
 * @type {Record<string, () => Promise<string>>}
 */
const checks = {
  async "http leads to https"() {
    if (site.protocol !== "https:") return "not looked at: the site is asked for over http";
    if (site.port !== "") return "not looked at: the site has a port of its own";
    const { status, headers } = await ask(`http://${site.hostname}/`);
    const to = headers.location ?? "nowhere";
    const leadsHere = URL.canParse(to) && originName(new URL(to)) === originName(site);
    assert(
      status >= 300 && status < 400 && leadsHere,
      `is answered with ${status} and leads to ${to}: lead it to ${site.origin}`,
    );
    return `${status} to ${to}`;
  },
  async pages() {
    for (const { path, status, headers, body } of await askAll(PAGES)) {
      assert(status === 200, `${path} answers ${status}`);
      const isHtml = /^text\/html/.test(headers["content-type"] ?? "");
      assert(isHtml && body.includes("</html>"), `${path} is no whole HTML document`);
    }
    return `${PAGES.length} pages answer 200`;
  },
  async "security headers"() {
    for (const { path, headers } of await askAll(PAGES)) {
      for (const [name, form] of Object.entries(HEADERS)) {
        const value = headers[name];
        assert(value !== undefined, `${path} lacks ${name}: does a proxy drop it?`);
        assert(form.test(value), `${path} has another ${name}: ${value}`);
      }
    }
    return `${Object.keys(HEADERS).length} on each page`;
  },
  async "canonical host"() {
    const { body } = await ask("/");
    const [, canonical = ""] = /<link rel="canonical" href="([^"]*)"/.exec(body) ?? [];
    assert(canonical !== "", "the home page names none");
    const named = new URL(canonical);
    const isSite = originName(named) === originName(site);
    assert(isSite, `the pages name ${named.origin}: set SITE_URL to ${site.origin}`);
    return named.origin;
  },
  async "hashed files"() {
    const documents = (await askAll(PAGES)).map(({ body }) => body).join();
    const files = new Set(documents.match(/\/assets\/[\w.~-]+\.(?:js|css|woff2)/g));
    assert(files.size > 0, "no page names one");
    for (const { path: file, status, headers } of await askAll([...files])) {
      assert(status === 200, `${file} answers ${status}: do all instances have one build?`);
      const { "cache-control": caching = "", "content-type": type = "nothing" } = headers;
      assert(caching.includes("immutable"), `${file} is not immutable`);
      const expected = typeOf[file.slice(file.lastIndexOf(".") + 1)];
      assert(expected?.test(type), `${file} is sent as ${type}`);
    }
    return `${files.size} files that pages name`;
  },
  async data() {
    const { status, headers } = await ask(`${DASHBOARD}.data?tab=fleet-overview`);
    const type = headers["content-type"] ?? "nothing";
    const isData = status === 200 && /^text\/x-script/.test(type);
    assert(isData, `${DASHBOARD}.data answers ${status} with ${type}`);
    return "the dashboard's data answers 200";
  },
  async "form guard"() {
    // The form has no fields, so that nothing is sent to anybody if the post is accepted.
    const { status } = await ask("/contactus", {
      method: "POST",
      headers: {
        Origin: "https://other-site.example",
        "Sec-Fetch-Site": "cross-site",
        "Content-Type": "application/x-www-form-urlencoded",
      },
    });
    assert(status === 403, `a post from another site answers ${status} in place of 403`);
    return "a post from another site is refused";
  },
  async figures() {
    // After a while without visitors the first answer is old. It starts a refresh, whose figures the next answer shows.
    for (let tries = 1; ; tries += 1) {
      const { oldest, words } = await agesOfFigures();
      if (oldest < OLDEST_FIGURES_MS) return words;
      assert(tries < MOST_TRIES, `${words}: does the core API answer?`);
      await delay(RETRY_MS);
    }
  },
  async "real upstreams"() {
    const isSandbox = (await ask(`${DASHBOARD}?tab=fleet-overview`)).body.includes("Sandbox data");
    if (!isSandbox) return "no page speaks of a sandbox";
    assert(
      isLoopback(site.hostname),
      "the sandbox answers: set CORE_API_URL, AUTH_API_URL and APP_ENV=production",
    );
    return "the sandbox answers, on this machine";
  },
  async build() {
    const { status, body } = await ask("/readyz");
    assert(status === 200, `/readyz answers ${status}`);
    const { build } = /** @type {{ build?: unknown }} */ (JSON.parse(body));
    assert(typeof build === "string", "/readyz names no build");
    assert(build === (values.build ?? build), `is ${build}, and not ${values.build}`);
    return build;
  },
};

/** @typedef {{ status: number, headers: Partial<Record<string, string>>, body: string }} Answer */
/** @type {Map<string, Promise<Answer>>} */
const answers = new Map();

/** Sends a request; those without options to the same address only once. @param {string} target @param {RequestInit} [options] */
function ask(target, options) {
  const { href } = new URL(target, site);
  const answer = (options ? undefined : answers.get(href)) ?? send(href, options);
  if (!options) answers.set(href, answer);
  return answer;
}

/** @param {string} url @param {RequestInit} [options] @returns {Promise<Answer>} */
async function send(url, options = {}) {
  const signal = AbortSignal.timeout(REQUEST_MS);
  const headers = { "Accept-Encoding": "identity", ...options.headers };
  const response = await fetch(url, { redirect: "manual", signal, ...options, headers });
  const received = Object.fromEntries(response.headers);
  return { status: response.status, headers: received, body: await response.text() };
}

/** @param {string[]} paths */
function askAll(paths) {
  return Promise.all(paths.map(async (path) => ({ path, ...(await ask(path)) })));
}

async function agesOfFigures() {
  const { body, headers } = await ask(`${DASHBOARD}?tab=fleet-overview`, {});
  const moments = [...body.matchAll(FIGURES)];
  assert(!body.includes('role="alert"'), "a part of the fleet overview could not be read");
  assert(moments.length > 0, "the dashboard has none: does the core API answer?");
  const now = Date.parse(headers.date ?? "") || Date.now();
  const oldest = Math.max(...moments.map(([, at = ""]) => now - Date.parse(at)));
  const seconds = Math.max(0, Math.round(oldest / 1000));
  return { oldest, words: `the oldest of ${moments.length} are ${seconds} s old` };
}

const typeOf = /** @type {Record<string, RegExp>} */ ({
  js: /javascript/,
  css: /^text\/css/,
  woff2: /^font\/woff2/,
});

/** @param {string | undefined} text */
function siteOf(text) {
  try {
    const url = new URL(text ?? "");
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // The usage is printed below.
  }
  process.stderr.write("Usage: npm run smoke -- https://your.site [--build ID]\n");
  process.exit(1);
}

/** @param {string} hostname */
function isLoopback(hostname) {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Formats an origin, with the same name for all names of this machine. @param {URL} url */
function originName({ protocol, hostname, port }) {
  return `${protocol}//${isLoopback(hostname) ? "localhost" : hostname}:${port}`;
}

/** Formats an error, which may quote a server, as one short line without control characters. @param {unknown} error */
function messageOf(error) {
  const { message, cause } = /** @type {Error & { cause?: NodeJS.ErrnoException }} */ (error);
  return (cause ? cause.code || cause.message : message)
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .slice(0, 300);
}

const timeout = delay(ALL_MS - 1000 * process.uptime(), undefined, { ref: false }).then(() => {
  throw new Error(`not ended within ${ALL_MS / 1000} s`);
});
timeout.catch(() => undefined);
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    console.log(`ok    ${name}: ${await Promise.race([check(), timeout])}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${messageOf(error)}`);
  }
}
console.log(`${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
