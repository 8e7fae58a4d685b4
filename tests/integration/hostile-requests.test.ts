import { Agent, type OutgoingHttpHeaders } from "node:http";
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

/** A request of an attacker, within the size limits of the server. */
interface HostileRequest {
  method: string;
  path: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
}

function send({ method, path, headers, body }: HostileRequest) {
  const bytes = body === undefined ? undefined : Buffer.from(body, "latin1");
  // Node sets no Content-Length for the bodies of some methods.
  const length = bytes && { "Content-Length": bytes.length };
  const options = { method, headers: { ...headers, ...length }, body: bytes, agent };
  return rawRequest(server.url, path, options);
}

it("any request is answered without a server error, and the connection stays usable", async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest(), async (hostile) => {
      const { status, headers, body } = await send(hostile);
      // Only a limit of the process answers 503, with Retry-After.
      if (status >= 500) expect([status, "retry-after" in headers]).toEqual([503, true]);
      expect(body).not.toMatch(STACK);
      expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
      const health = await send({ method: "GET", path: "/healthz" });
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

/** Requests with long, repeated or mixed-up parts, just under the limits of URLs, paths, headers and forms. */
function hostileRequest(): fc.Arbitrary<HostileRequest> {
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
  const type = oneOf("application/x-www-form-urlencoded multipart/form-data;boundary=x text/json");
  const field = fc.constantFrom(
    ...["", "intent=send&phone=", "intent=reasons&others=", '[{"type":"x","body":{"a":"'],
    ...[
      "first_name=a&last_name=b&message=c&email=",
      '--x\r\nContent-Disposition: form-data; name="',
    ],
  );
  /** Texts whose repetition is hard for regular expressions and parsers. */
  const pumps = [
    ...'a % %2F %00 %F0%9F%9A%97 é & a=& a[b]=1& index=a& _routes=a, __proto__[a]=1& ../ .data 0 " W/"a", *;q=0, 0-, [::1]:80, {"a": < \\'.split(
      " ",
    ),
    ...[", ", "a=b; ", "toast=a; ", " ", "--x\r\n"],
  ];
  /** A start, a repeated text, and an end at which a pattern that matched so far fails. */
  const pumped = (longest: number) =>
    fc
      .tuple(
        fc.constantFrom("", ...pumps),
        fc.constantFrom(...pumps),
        fc.constantFrom("", "!", "=", "%", "\u00ff", "x"),
        fc.constantFrom(1, 0.5, 0.01),
      )
      .map(([start, pump, end, part]) => {
        const room = Math.max(0, Math.floor(longest * part) - start.length - end.length);
        return start + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + end;
      });
  /** Encodes a text for the request line; Node's client rejects other characters. */
  const asTarget = (text: string) => text.replace(/[^\x21-\xff]/gu, encodeURIComponent);
  /** Replaces characters that are not allowed in a header. */
  const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();
  const get = (target: string, longest: number, headers = {}): HostileRequest => ({
    method: "GET",
    path: asTarget(target).slice(0, longest),
    headers,
  });
  const anyText = fc.string({ unit: anyCharacter });

  return fc.oneof(
    fc
      .tuple(path, parameter, pumped(8080))
      .map(([page, name, value]) => get(`${page}?${name}${value}`, 8180)),
    fc
      .tuple(oneOf("/ /ref/ /assets/ /blogs/"), pumped(2020))
      .map((parts) => get(parts.join(""), 2040)),
    fc
      .tuple(path, headerName, pumped(7900))
      .map(([page, name, value]) =>
        get(page, 2040, { Range: "bytes=0-9", [name]: asHeader(value) }),
      ),
    fc
      .tuple(path, type, field, pumped(64_900), oneOf("same-origin cross-site"))
      .map(([page, type, field, value, site]) => ({
        method: "POST",
        path: page,
        headers: { "Content-Type": type, "Sec-Fetch-Site": site },
        body: Buffer.from(field + value)
          .subarray(0, 65_000)
          .toString("latin1"),
      })),
    // Short requests of any method, with parts that do not belong together.
    fc
      .record({
        method: oneOf("GET POST PUT DELETE OPTIONS TRACE PROPFIND"),
        page: fc.oneof(
          path,
          anyText.map((rest) => `/${rest}`),
        ),
        query: fc.oneof(fc.webQueryParameters(), pumped(300)),
        headers: fc.dictionary(headerName, pumped(100).map(asHeader), { maxKeys: 4 }),
        type,
        body: fc.array(anyText, { maxLength: 5 }),
      })
      .map(({ method, page, query, headers, type, body }) => ({
        method,
        path: asTarget(`${page}?${query}`),
        headers: { "Content-Type": type, ...headers },
        ...(!["GET", "TRACE"].includes(method) && { body: body.join("&") }),
      })),
  );
}
