import { Agent, type OutgoingHttpHeaders } from "node:http";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { anyCharacter } from "../support/any-text";
import { sharedServer } from "./shared-server";

const STACK = /\n\s+at .+:\d+:\d+|node_modules|\.server\.[jt]s\b|build\/server/;

/** All requests use one connection, so each response has to leave it usable for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const { url, upstream, lines } = await sharedServer();
// Messages are taken.
upstream.set("/", { kind: "json", json: { success: true } });
afterAll(() => {
  agent.destroy();
  upstream.reset();
});

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
  return rawRequest(url, path, options);
}

it("any request is answered without a server error, and the connection stays usable", async () => {
  const from = lines.length;
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
    { numRuns: 100 },
  );
  const faults = lines.slice(from).filter((line) => /"level":[56]0/.test(line));
  expect(faults.slice(0, 3).map((line) => line.slice(0, 600))).toEqual([]);
});

/** Texts whose repetition is hard for regular expressions and parsers. */
const PUMPS = [
  ...'a % %2F %00 %F0%9F%9A%97 é & a=& a[b]=1& index=a& _routes=a, __proto__[a]=1& ../ .data 0 " W/"a", *;q=0, 0-, [::1]:80, {"a": < \\'.split(
    " ",
  ),
  ...[", ", "a=b; ", "toast=a; ", " ", "--x\r\n"],
];

/** A start, a repeated text, and an end at which a pattern that matched so far fails. */
function pumped(longest: number): fc.Arbitrary<string> {
  const [start, pump] = [fc.constantFrom("", ...PUMPS), fc.constantFrom(...PUMPS)];
  const end = fc.constantFrom("", "!", "=", "%", "\u00ff", "x");
  return fc
    .tuple(start, pump, end, fc.constantFrom(1, 0.5, 0.01))
    .map(([start, pump, end, part]) => {
      const room = Math.max(0, Math.floor(longest * part) - start.length - end.length);
      return start + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + end;
    });
}

/** Requests with long, repeated or mixed-up parts, within the limits of addresses, headers and forms. */
function hostileRequest(): fc.Arbitrary<HostileRequest> {
  const oneOf = (words: string) => fc.constantFrom(...words.split(" "));
  const path = oneOf(
    "/ /contactus /ref/PULSE42 /_root.data /robots.txt /pulsescout/delete-user /pulsescout/dashboard /pulsescout/dashboard.data /pulsescout/dashboard/report /pulsescout/dashboard/trips.csv /assets/none.js /no/such/page",
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
    ...["first_name=a&email=", '--x\r\nContent-Disposition: form-data; name="'],
  );
  const anyText = fc.string({ unit: anyCharacter });
  const folder = oneOf("/ /ref/ /assets/ /blogs/");
  /** Encodes a text for the request line; Node's client rejects other characters. */
  const asTarget = (text: string) => text.replace(/[^\x21-\xff]/gu, encodeURIComponent);
  /** Replaces characters that are not allowed in a header. */
  const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").trim();
  return fc
    .record({
      method: oneOf("GET GET GET POST POST POST PUT DELETE OPTIONS TRACE PROPFIND"),
      page: fc.oneof(path, fc.tuple(folder, fc.oneof(pumped(2000), anyText))),
      query: fc.oneof(fc.constant(""), anyText, fc.tuple(parameter, pumped(4000))),
      headers: fc.dictionary(headerName, pumped(4000).map(asHeader), { maxKeys: 2 }),
      type,
      site: oneOf("same-origin cross-site"),
      body: fc.tuple(field, fc.oneof(anyText, pumped(64_900))),
    })
    .map(({ method, page, query, headers, type, site, body }) => ({
      method,
      path: asTarget(`${[page].flat().join("")}?${[query].flat().join("")}`).slice(0, 6100),
      headers: { "Content-Type": type, "Sec-Fetch-Site": site, ...headers },
      ...(!["GET", "TRACE"].includes(method) && {
        body: Buffer.from(body.join("")).subarray(0, 65_000).toString("latin1"),
      }),
    }));
}
