import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

// Checks a deployment from outside, with reads and one post that has to be refused. Needs no dependencies.

/** Time limit for all checks, counted from the start of this process: a slow start of `npm` fits into the minute. */
const ALL_MS = 50_000;
const REQUEST_MS = 8_000;
const whole = AbortSignal.timeout(ALL_MS - Math.round(1000 * process.uptime()));
/** Oldest figures that pass. Stale figures are served, too, so an operator may not notice a failing core API. */
const OLDEST_FIGURES_MS = 5 * 60_000;
const FIGURES = /<time[^>]*dateTime="([^"]+)"[^>]*>(?:As of|No figures as of)/gi;
/** After a while without visitors the first answer is old; it starts a refresh, whose figures the next one shows. */
const RETRY_MS = 2_500;
/** Connections over which the build is asked for, so that every instance behind a proxy answers. */
const BUILD_ASKED = 10;

const { site, expectedBuild } = commandLine();
const isHttps = site.protocol === "https:";
const isHere = isLoopback(site.hostname);

const DASHBOARD = "/pulsescout/dashboard";
const FLEET = `${DASHBOARD}?tab=fleet-overview`;
const PAGES = [
  ...["/", "/pulsescout", "/pulsegen", "/blogs", "/contactus", "/privacyandpolicy-app"],
  ...["/accessibility", "/pulsescout/delete-user?lang=en", FLEET],
];

const HEADERS = {
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-opener-policy": /^same-origin$/,
  ...(isHttps && { "strict-transport-security": /max-age=\d{7,}/ }),
};

const COOKIE = isHttps ? /(?=.*; *Secure).*; *SameSite=/i : /; *SameSite=/i;

/** All pages, asked for once. Every check that looks at one says what was wrong with the request. */
const pages = Promise.all(PAGES.map((path) => ask(path)));
pages.catch(() => undefined);

/**
 * Each check returns what it found, and throws an error for a problem.
 *
 * @type {Record<string, () => Promise<string>>}
 */
const checks = {
  async https() {
    must(isHttps || isHere, "visitors are served over http: end TLS at the proxy");
    if (!isHttps || site.port !== "") return "http is looked at where the site has no port";
    const { status, headers } = await ask(`http://${site.hostname}/`);
    const to = headers.location ?? "nowhere";
    const leadsHere = URL.canParse(to) && originName(new URL(to)) === originName(site);
    must(leadsHere, `http answers ${status} and leads to ${to}: lead it to ${site.origin}`);
    return `http leads to ${to}`;
  },
  async pages() {
    for (const { path, status, headers, body } of await pages) {
      must(status === 200, `${path} answers ${status}`);
      const isHtml = /^text\/html/.test(headers["content-type"] ?? "") && body.includes("</html>");
      must(isHtml, `${path} is no whole HTML document`);
      must(headers["content-encoding"], `${path} comes uncompressed: does a proxy unpack it?`);
    }
    return `${PAGES.length} pages answer 200, compressed`;
  },
  async "security headers"() {
    for (const { path, headers, cookies } of await pages) {
      for (const [name, form] of Object.entries(HEADERS)) {
        const value = headers[name];
        must(value !== undefined, `${path} lacks ${name}: does a proxy drop it?`);
        must(form.test(value ?? ""), `${path} has another ${name}: ${value}`);
      }
      const open = cookies.find((text) => !COOKIE.test(text))?.split("=")[0];
      must(!open, `${path} sets ${open} without Secure or SameSite: is SITE_URL https?`);
    }
    return `${Object.keys(HEADERS).length} on each page`;
  },
  async "canonical host"() {
    const [home] = await pages;
    const [, canonical = ""] = /<link rel="canonical" href="([^"]*)"/.exec(home?.body ?? "") ?? [];
    const isThis = URL.canParse(canonical) && originName(new URL(canonical)) === originName(site);
    must(isThis, `the home page names ${canonical || "none"}: set SITE_URL to ${site.origin}`);
    return canonical;
  },
  async "hashed files"() {
    const documents = (await pages).map(({ body }) => body).join();
    const files = new Set(documents.match(/\/assets\/[\w.~-]+\.(?:js|css|woff2)/g));
    must(files.size > 0, "no page names one");
    for (const { path, status, headers } of await Promise.all(
      [...files].map((path) => ask(path)),
    )) {
      must(status === 200, `${path} answers ${status}: do all instances have one build?`);
      must(/immutable/.test(headers["cache-control"] ?? ""), `${path} is not immutable`);
      const type = headers["content-type"] ?? "nothing";
      must(/javascript|^text\/css|^font\/woff2/.test(type), `${path} is sent as ${type}`);
    }
    return `${files.size} files that pages name`;
  },
  async data() {
    const { status, headers } = await ask(`${DASHBOARD}.data?tab=fleet-overview`);
    const type = headers["content-type"] ?? "nothing";
    const isData = status === 200 && /^text\/x-script/.test(type);
    must(isData, `${DASHBOARD}.data answers ${status} with ${type}`);
    return "the dashboard's data answers 200";
  },
  async "form guard"() {
    // The form has no fields, so that nothing is sent to anybody if the post is accepted.
    const headers = { Origin: "https://other-site.example", "Sec-Fetch-Site": "cross-site" };
    const form = new URLSearchParams();
    const { status } = await ask("/contactus", { method: "POST", headers, body: form });
    must(status === 403, `a post from another site answers ${status} in place of 403`);
    return "a post from another site is refused";
  },
  async figures() {
    for (let tries = 1; ; tries += 1) {
      const { body } = await ask(FLEET);
      must(!body.includes('role="alert"'), "a part of the fleet overview could not be read");
      const ages = [...body.matchAll(FIGURES)].map(([, at = ""]) => Date.now() - Date.parse(at));
      must(ages.length > 0, "the dashboard has none: does the core API answer?");
      const oldest = Math.max(...ages.map(Math.abs));
      const words = `the oldest of ${ages.length} are ${Math.round(oldest / 1000)} s old`;
      if (oldest < OLDEST_FIGURES_MS) return words;
      must(tries < 4, `${words}: does the core API answer, and is the server's clock right?`);
      await delay(RETRY_MS);
    }
  },
  "real upstreams": () =>
    noPage(
      /Sandbox data|\/sandbox\/outbox/,
      "the sandbox answers: set CORE_API_URL, AUTH_API_URL, CONTACT_FORM_URL and APP_ENV=production",
    ),
  "own addresses": () =>
    noPage(/[/@.]example\.com\b/, "a mailbox or link is on example.com: npm run doctor names it"),
  async build() {
    const asked = Array.from({ length: BUILD_ASKED }, () => ask("/readyz"));
    const builds = new Set();
    for (const { status, body } of await Promise.all(asked)) {
      must(status === 200, `/readyz answers ${status}`);
      builds.add(/** @type {{ build?: unknown }} */ (JSON.parse(body)).build);
    }
    const names = [...builds].join(" and ");
    must(typeof [...builds][0] === "string", "/readyz names no build");
    must(builds.size === 1, `the instances run ${names}: finish the release, or roll it back`);
    must([undefined, names].includes(expectedBuild), `is ${names}, and not ${expectedBuild}`);
    return names;
  },
};

/** Throws an error with this text unless the condition holds. @param {unknown} condition @param {string} problem */
function must(condition, problem) {
  if (!condition) throw new Error(problem);
}

/** Fails when a page of a site that others can reach holds such words. @param {RegExp} words @param {string} problem */
async function noPage(words, problem) {
  const found = (await pages).find(({ body }) => words.test(body));
  if (!found) return "no page has any other";
  must(isHere, `${found.path}: ${problem}`);
  return `${found.path} does otherwise, on this machine`;
}

/** Asks for an address, over a connection of its own. @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  const signal = AbortSignal.any([whole, AbortSignal.timeout(REQUEST_MS)]);
  const headers = { Connection: "close", "Accept-Encoding": "br, gzip", ...options.headers };
  const address = new URL(path, site);
  const response = await fetch(address, { redirect: "manual", signal, ...options, headers });
  const cookies = response.headers.getSetCookie();
  /** @type {Partial<Record<string, string>>} */
  const received = Object.fromEntries(response.headers);
  return { path, status: response.status, headers: received, cookies, body: await response.text() };
}

/** Reads the command line, and ends with the usage for anything else, also for options that npm kept for itself. */
function commandLine() {
  try {
    const options = /** @type {const} */ ({ build: { type: "string" } });
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [text = "", ...rest] = [...positionals, ...(process.env.npm_config_build ? [""] : [])];
    must(/^https?:\/\//.test(text) && rest.length === 0, "");
    return { site: new URL(text), expectedBuild: values.build };
  } catch {
    process.stderr.write("Usage: npm run smoke -- https://your.site [--build ID]\n");
    process.exit(1);
  }
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

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    console.log(`ok    ${name}: ${await check()}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${messageOf(error)}`);
  }
}
console.log(`${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
