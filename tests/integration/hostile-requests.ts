import fc from "fast-check";
import { pump, pumped } from "./hostile-texts";
import { anyCharacter } from "../support/any-text";

/** One request of somebody who wishes the server ill, within the bounds that let it in. */
export interface HostileRequest {
  method: string;
  /** Request target as it goes over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Just under the longest address and path, the longest head that Node reads, and the longest form. */
const LONGEST = { path: 2040, address: 8180, header: 7900, body: 65_000 };

const PAGES = [
  "/",
  "/blogs",
  "/contactus",
  "/ref/PULSE42",
  "/pulsescout/delete-user",
  "/pulsescout/dashboard",
  "/pulsescout/dashboard.data",
  "/pulsescout/dashboard/theme",
  "/pulsescout/dashboard/trips.csv",
  "/pulsescout/delete-user.data",
  "/_root.data",
  "/sitemap.xml",
  "/assets/none.js",
  "/no/such/page",
  "/csp-report",
  "/readyz",
];

/** As it may stand in a request line: Node's client sends nothing else. */
const asTarget = (text: string) => text.replace(/[^\x21-\xff]/gu, encodeURIComponent);

/** As it may stand in a header. */
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");

const page = fc.constantFrom(...PAGES);
const reads = fc.constantFrom("GET", "GET", "GET", "HEAD");

const parameter = fc.constantFrom(
  "",
  "q=",
  "tab=trip&q=",
  "tab=trip&date=",
  "tab=trip&country=",
  "tab=trip&page=",
  "audience=",
  "index&index=",
  "_routes=",
  "_data=",
);

const longQuery = fc
  .record({ method: reads, page, parameter, value: pumped(LONGEST.address - 100) })
  .map(({ method, page, parameter, value }): HostileRequest => ({
    method,
    path: asTarget(`${page}?${parameter}${value}`).slice(0, LONGEST.address),
    headers: {},
  }));

const longPath = fc
  .record({
    method: reads,
    folder: fc.constantFrom("/", "/ref/", "/assets/", "/pulsescout/", "/blogs/", "/media/"),
    rest: pumped(LONGEST.path - 20),
    end: fc.constantFrom("", ".data", "/", "?_data=root"),
  })
  .map(({ method, folder, rest, end }): HostileRequest => ({
    method,
    path: asTarget(folder + rest).slice(0, LONGEST.path) + end,
    headers: {},
  }));

const HEADERS = [
  "Accept",
  "Accept-Encoding",
  "Accept-Language",
  "Authorization",
  "Cookie",
  "Forwarded",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Range",
  "Origin",
  "Range",
  "Referer",
  "Sec-Fetch-Site",
  "User-Agent",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Remix-Revalidate",
  "X-Request-Id",
];

const longHeader = fc
  .record({
    method: reads,
    page: fc.oneof(page, fc.constant("/robots.txt"), fc.constant("/favicon.ico")),
    name: fc.constantFrom(...HEADERS),
    value: pumped(LONGEST.header),
    ranged: fc.boolean(),
  })
  .map(({ method, page, name, value, ranged }): HostileRequest => {
    const headers = { [name]: asHeader(value) };
    return { method, path: page, headers: ranged ? { Range: "bytes=0-9", ...headers } : headers };
  });

const TYPES = [
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json",
  "application/csp-report",
  "application/reports+json",
  "text/plain",
];

const FIELDS = [
  "",
  "intent=send&phone=",
  "intent=verify&otp=",
  "intent=reasons&reason=",
  "intent=reasons&others=",
  "first_name=a&last_name=b&message=c&email=",
  "first_name=",
  "theme=night&from=",
  '--x\r\nContent-Disposition: form-data; name="',
  "[",
  '[{"type":"csp-violation","body":{"effectiveDirective":"',
  '{"csp-report":{"violated-directive":"',
];

const longForm = fc
  .record({
    page,
    type: fc.constantFrom(...TYPES),
    field: fc.constantFrom(...FIELDS),
    value: pumped(LONGEST.body - 100),
    site: fc.constantFrom("same-origin", "same-origin", "cross-site"),
  })
  .map(({ page, type, field, value, site }): HostileRequest => ({
    method: "POST",
    path: page,
    headers: { "Content-Type": type, "Sec-Fetch-Site": site },
    body: Buffer.from(field + value, "utf8")
      .subarray(0, LONGEST.body)
      .toString("latin1"),
  }));

const manyHeaders = fc
  .record({
    method: reads,
    page,
    name: fc.constantFrom("x", "cookie", "accept", "via"),
    value: pump,
  })
  .map(({ method, page, name, value }): HostileRequest => {
    const each = asHeader(value).trim();
    const names = Array.from({ length: 400 }, (_, index) => `${name}-${index}`);
    return { method, path: page, headers: Object.fromEntries(names.map((one) => [one, each])) };
  });

/** Requests that are as long and as crooked as they are let in. */
export const hostileRequest = fc.oneof(longQuery, longPath, longHeader, manyHeaders, longForm);

/** Each was found by `hostile-costs.test.ts`, or in an advisory. */
export const FOUND = [
  {
    name: "parameters that Remix takes out one by one",
    path: `/ref/PULSE42?${"index=a&".repeat(1000)}`,
    status: 400,
  },
  { name: "a path of slashes", path: `/${"/".repeat(2000)}`, status: 400 },
  {
    name: "a manifest for thousands of paths",
    path: `/__manifest?${"p=/&".repeat(2000)}version=1`,
    status: 404,
  },
  {
    name: "a search for thousands of bytes that are no text",
    path: `/pulsescout/dashboard.data?tab=trip&q=${"%00".repeat(2700)}`,
    status: 200,
  },
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

const query = fc.webQueryParameters();

const field = fc.oneof(fc.constantFrom(...FIELDS), fc.string({ unit: anyCharacter }), query);

/** Requests of any method and kind, short and mostly harmless, whose parts do not fit together. */
export const anyRequest = fc
  .record({
    method: fc.constantFrom(...METHODS),
    path: fc.oneof(
      page,
      fc.webPath(),
      fc.string({ unit: anyCharacter }).map((rest) => `/${rest}`),
    ),
    query: fc.oneof(fc.constant(""), query, parameter, pumped(300)),
    headers: fc.dictionary(fc.constantFrom(...HEADERS, "Content-Type", "Accept"), pumped(100), {
      maxKeys: 4,
    }),
    type: fc.constantFrom(...TYPES),
    body: fc.array(field, { maxLength: 5 }),
  })
  .map(({ method, path, query, headers, type, body }): HostileRequest => {
    const sent = Object.entries(headers).map(([name, value]) => [name, asHeader(value).trim()]);
    const hasBody = !["GET", "HEAD", "TRACE"].includes(method);
    return {
      method,
      path: asTarget(`${path}?${query}`),
      headers: {
        ...Object.fromEntries(hasBody ? [["Content-Type", type], ...sent] : sent),
      } as Record<string, string>,
      ...(hasBody && { body: body.join("&") }),
    };
  });
