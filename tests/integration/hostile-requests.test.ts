import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { SUBMIT, useServer } from "../support/use-server";
import { anyCharacter } from "../support/any-text";

const STACK = /\n\s+at .+:\d+:\d+|node_modules|\.server\.[jt]s\b|build\/server/;

/** All requests use one connection, so each response has to leave it usable for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const { server } = await useServer({ TRUST_PROXY: "1" }, (upstream) =>
  upstream.set(SUBMIT, { kind: "json", json: { success: true } }),
);
afterAll(() => agent.destroy());

async function send({ method, path, headers, body }: HostileRequest) {
  const { port } = new URL(server.url);
  const outgoing = request({ port, path, method, headers, agent });
  // Node sets no Content-Length for the bodies of some methods.
  if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body, "latin1"));
  outgoing.end(body, "latin1");
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers: responseHeaders } = incoming;
  return { status, headers: responseHeaders, body: await text(incoming) };
}

it("any request is answered without a server error, and the connection stays usable", async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest, async (hostile) => {
      const { status, headers, body } = await send(hostile);
      // Only a limit of the process answers 503, with Retry-After.
      if (status >= 500) expect([status, "retry-after" in headers]).toEqual([503, true]);
      expect(body).not.toMatch(STACK);
      expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
      const health = await send({ method: "GET", path: "/healthz", headers: {} });
      expect(health).toMatchObject({ status: 200, body: "ok\n" });
    }),
    { numRuns: 150 },
  );
  const faults = server.lines.filter((line) => /"level":[56]0/.test(line));
  expect(faults.slice(0, 3).map((line) => line.slice(0, 600))).toEqual([]);
});

it("bytes that are not HTTP are answered with an error or not at all, and the server keeps running", async () => {
  const { port } = new URL(server.url);
  const line = fc.constantFrom("GET / HTTP/1.1", "POST / HTTP/1.1", "GET /%00 HTTP/1.1", "");
  const rest = fc.string({ unit: "binary-ascii", maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(line, fc.array(rest, { maxLength: 4 }), async (first, more) => {
      const socket = connect(Number(port), "localhost");
      socket.end(Buffer.from([first, ...more, "", ""].join("\r\n"), "latin1"));
      const answer = await text(socket).catch(() => "");
      expect(answer).toMatch(/^(HTTP\/1\.1 [1-4]\d\d |$)/);
      expect(answer).not.toMatch(STACK);
    }),
    { numRuns: 30 },
  );
  expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
});

/** Each of these once cost 20 times as much as a page. Now they are refused or cut before the slow code runs. */
it.each([
  ["parameters that Remix removes one by one", `/ref/PULSE42?${"index=a&".repeat(1000)}`, 400],
  [
    "thousands of NUL bytes in a search",
    `/pulsescout/dashboard.data?tab=trip&q=${"%00".repeat(2700)}`,
    200,
  ],
])("%s are refused or cut", async (_name, path, status) => {
  const answer = await send({ method: "GET", path, headers: {} });
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain(path.slice(-40));
});

/** A request of an attacker, within the size limits of the server. */
interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** Sizes just under the limits of URLs, paths, headers (set by Node) and forms. */
const LONGEST = { path: 2040, address: 8180, header: 7900, body: 65_000 };

const oneOf = (words: string) => fc.constantFrom(...words.split(" "));

const path = oneOf(
  "/ /contactus /ref/PULSE42 /_root.data /robots.txt /pulsescout/delete-user /pulsescout/dashboard /pulsescout/dashboard.data /pulsescout/dashboard/trips.csv /assets/none.js /no/such/page",
);
const parameter = oneOf(
  "q= tab=trip&q= tab=trip&date= tab=trip&page= audience= index&index= _routes=",
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
/** Texts whose repetition is hard for regular expressions and parsers. */
const PUMPS = [
  ...'a % %2F %00 %F0%9F%9A%97 é & a=& a[b]=1& index=a& _routes=a, __proto__[a]=1& ../ .data 0 " W/"a", *;q=0, 0-, [::1]:80, {"a": < \\'.split(
    " ",
  ),
  ...[", ", "a=b; ", "toast=a; ", " ", "--x\r\n"],
];

/** Encodes a text for the request line; Node's client rejects other characters. */
const asTarget = (text: string) => text.replace(/[^\x21-\xff]/gu, encodeURIComponent);

/** Replaces characters that are not allowed in a header. */
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();

/** A start, a repeated text, and an end at which a pattern that matched so far fails. */
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

const anyText = fc.string({ unit: anyCharacter });

/** Short requests of any method, with parts that do not belong together. */
const mismatched = fc
  .record({
    method: oneOf("GET HEAD POST PUT DELETE OPTIONS TRACE PROPFIND"),
    path: fc.oneof(
      path,
      anyText.map((rest) => `/${rest}`),
    ),
    query: fc.oneof(fc.webQueryParameters(), pumped(300)),
    headers: fc.dictionary(headerName, pumped(100), { maxKeys: 4 }),
    type,
    body: fc.array(anyText, { maxLength: 5 }),
  })
  .map(({ method, path, query, headers, type, body }): HostileRequest => {
    const pairs = Object.entries(headers).map(([name, value]) => [name, asHeader(value)] as const);
    const hasBody = !["GET", "HEAD", "TRACE"].includes(method);
    return {
      method,
      path: asTarget(`${path}?${query}`),
      headers: { "Content-Type": type, ...Object.fromEntries(pairs) },
      ...(hasBody && { body: body.join("&") }),
    };
  });

const hostileRequest = fc.oneof(longQuery, longPath, longHeader, longForm, mismatched);
