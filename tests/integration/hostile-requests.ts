import fc from "fast-check";
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

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));

const path = oneOf(
  "/ /contactus /ref/PULSE42 /_root.data /robots.txt /pulsescout/delete-user /pulsescout/dashboard /pulsescout/dashboard.data /pulsescout/dashboard/trips.csv /assets/none.js /no/such/page /csp-report",
);
const parameter = oneOf(
  "q= tab=trip&q= tab=trip&date= tab=trip&page= audience= index&index= _routes= _data=",
);
const headerName = oneOf(
  "Accept-Encoding Accept-Language Authorization Cookie If-Modified-Since If-None-Match If-Range Origin Range Sec-Fetch-Site X-Forwarded-For X-Forwarded-Host",
);
const type = fc.constantFrom(
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json",
  "application/reports+json",
);
const field = fc.constantFrom(
  "",
  "intent=send&phone=",
  "intent=reasons&others=",
  "first_name=a&last_name=b&message=c&email=",
  '--x\r\nContent-Disposition: form-data; name="',
  '[{"type":"csp-violation","body":{"effectiveDirective":"',
);
/** What patterns and parsers stumble over when it is repeated. */
const PUMPS = [
  ...'a % %2F %00 %F0%9F%9A%97 é & a=& a[b]=1& index=a& _routes=a, __proto__[a]=1& ../ .data 0 " W/"a", *;q=0, 0-, [::1]:80, {"a": < \\'.split(
    " ",
  ),
  ...[", ", "a=b; ", "toast=a; ", " ", "--x\r\n"],
];

/** As it may stand in a request line: Node's client sends nothing else. */
const asTarget = (text: string) => text.replace(/[^\x21-\xff]/gu, encodeURIComponent);

/** As it may stand in a header. */
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();

/** A beginning, something repeated, and an end that lets what has matched so far fail. */
const pumped = (longest: number) =>
  fc
    .record({
      start: fc.constantFrom("", ...PUMPS),
      pump: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...PUMPS) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6, unit: "binary-ascii" }) },
      ),
      end: fc.constantFrom("", "!", "=", "%", "\u00ff", "x"),
      part: fc.constantFrom(1, 0.5, 0.01),
    })
    .map(({ start, pump, end, part }) => {
      const room = Math.max(0, Math.floor(longest * part) - start.length - end.length);
      return start + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + end;
    });

const get = (target: string, longest: number, headers = {}): HostileRequest => ({
  method: "GET",
  path: asTarget(target).slice(0, longest),
  headers,
});

const longQuery = fc
  .tuple(path, parameter, pumped(LONGEST.address - 100))
  .map(([page, name, value]) => get(`${page}?${name}${value}`, LONGEST.address));

const longPath = fc
  .tuple(oneOf("/ /ref/ /assets/ /blogs/"), pumped(LONGEST.path - 20))
  .map((parts) => get(parts.join(""), LONGEST.path));

const longHeader = fc
  .tuple(path, headerName, pumped(LONGEST.header))
  .map(([page, name, value]) =>
    get(page, LONGEST.path, { Range: "bytes=0-9", [name]: asHeader(value) }),
  );

const longForm = fc
  .tuple(path, type, field, pumped(LONGEST.body - 100), oneOf("same-origin cross-site"))
  .map(([page, type, field, value, site]): HostileRequest => ({
    method: "POST",
    path: page,
    headers: { "Content-Type": type, "Sec-Fetch-Site": site },
    body: Buffer.from(field + value)
      .subarray(0, LONGEST.body)
      .toString("latin1"),
  }));

const text = fc.string({ unit: anyCharacter });

/** Short, of any method, whose parts do not fit together. */
const crooked = fc
  .record({
    method: oneOf("GET HEAD POST PUT DELETE OPTIONS TRACE PROPFIND"),
    path: fc.oneof(
      path,
      text.map((rest) => `/${rest}`),
    ),
    query: fc.oneof(fc.webQueryParameters(), pumped(300)),
    headers: fc.dictionary(headerName, pumped(100), { maxKeys: 4 }),
    type,
    body: fc.array(text, { maxLength: 5 }),
  })
  .map(({ method, path, query, headers, type, body }): HostileRequest => {
    const sent = Object.entries(headers).map(([name, value]) => [name, asHeader(value)] as const);
    const hasBody = !["GET", "HEAD", "TRACE"].includes(method);
    return {
      method,
      path: asTarget(`${path}?${query}`),
      headers: { "Content-Type": type, ...Object.fromEntries(sent) },
      ...(hasBody && { body: body.join("&") }),
    };
  });

export const hostileRequest = fc.oneof(longQuery, longPath, longHeader, longForm, crooked);
