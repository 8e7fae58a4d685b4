import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  cachedResponse,
  codingFor,
  compressResponse,
  sendCached,
  weightOf,
  type CachedResponse,
} from "server/http/cache/cached-response.server";

const TEXT = "the same words again and again, ".repeat(40);
const MODIFIED = "Wed, 01 Oct 2025 10:00:00 GMT";
const headers = [
  ["Content-Type", "text/html; charset=utf-8"],
  ["Cache-Control", "public"],
  ["Last-Modified", MODIFIED],
] as const;

const body = (text: string) => Buffer.from(text);
const codings = ({ variants }: CachedResponse) => [...variants.keys()];

describe("a response that is cached", () => {
  it("has every coding that saves something, and itself", async () => {
    const response = await compressResponse(body(TEXT), headers, 5);
    expect(codings(response)).toEqual(["br", "gzip", "identity"]);
    const of = (coding: "br" | "gzip") => response.variants.get(coding)?.body ?? body("");
    expect(brotliDecompressSync(of("br")).toString()).toBe(TEXT);
    expect(gunzipSync(of("gzip")).toString()).toBe(TEXT);
    expect(response.variants.get("identity")?.body.toString()).toBe(TEXT);
  });

  it.each([
    [undefined, "x", ["identity"]],
    ["br", TEXT, ["br"]],
    ["gzip", TEXT, ["gzip"]],
    ["identity", TEXT, ["identity"]],
    ["br", "x", ["identity"]],
    ["gzip", "x", ["identity"]],
  ] as const)("of %s alone has no coding that saves nothing: %s", async (only, text, expected) => {
    expect(codings(await compressResponse(body(text), headers, 5, only))).toEqual(expected);
  });

  it("has of its codings those that are shorter, or the one that is asked for", () => {
    const all = { identity: body("abc"), br: body("a"), gzip: body("abc") };
    expect(codings(cachedResponse(all, headers))).toEqual(["br", "identity"]);
    expect(codings(cachedResponse({ ...all, gzip: body("b") }, headers, "gzip"))).toEqual(["gzip"]);
  });

  it("has one tag for all its codings, which its content alone decides", async () => {
    const [one, same, other] = await Promise.all([
      compressResponse(body(TEXT), headers, 5),
      compressResponse(body(TEXT), [], 1, "br"),
      compressResponse(body(`${TEXT}.`), headers, 5),
    ]);
    expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(same.etag).toBe(one.etag);
    expect(other.etag).not.toBe(one.etag);
  });

  it("weighs what its codings hold, and its headers", async () => {
    const one = await compressResponse(body(TEXT), headers, 5);
    const held = [...one.variants.values()].map(({ body }) => body);
    expect(held.map(({ buffer }) => buffer.byteLength)).toEqual(held.map(({ length }) => length));
    const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);
    const head = 2 * [...headers.flat(), "ETag", one.etag].join("").length;
    expect(one.bytes).toBe(sum(held.map(({ length }) => length)) + head);
    const some = new Map([
      ["/a", one],
      ["/b", one],
    ]);
    expect(weightOf(some)).toEqual({ entries: 2, bytes: 2 * one.bytes });
  });
});

describe("the coding that a visitor takes", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=0, gzip;q=0", "identity"],
    ["identity, br;q=0.1", "identity"],
    ["*", "br"],
    ["deflate", "identity"],
    ["*;q=0", "identity"],
    [`${"a, ".repeat(5000)}br`, "identity"],
  ])("of %j is %s, however often", (accepted, coding) => {
    for (let asked = 0; asked < 2; asked += 1) expect(codingFor(accepted)).toBe(coding);
  });
});

describe("a cached response that is sent", () => {
  let cached: CachedResponse;
  let https: boolean;
  const server = createServer((received, response) =>
    sendCached(received, response, cached, { requestId: "0123456789abcdef", https }),
  );
  beforeAll(() => once(server.listen(0), "listening"));
  afterAll(() => server.close());

  async function get(asked: IncomingHttpHeaders = {}, method = "GET") {
    const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
    const sent = request({ port, method, headers: asked }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  }

  beforeEach(async () => {
    cached = await compressResponse(body(TEXT), headers, 5);
    https = false;
  });

  it("is whole, with the request's id", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public",
      "content-length": String(TEXT.length),
      etag: cached.etag,
      "x-request-id": "0123456789abcdef",
    });
    for (const name of ["content-encoding", "strict-transport-security", "server-timing"])
      expect(answer.headers).not.toHaveProperty(name);
  });

  it("is in the coding that is taken, says how old it is, and over https to come by that always", async () => {
    cached = { ...cached, timing: () => "clock;dur=5" };
    https = true;
    const answer = await get({ "accept-encoding": "br" });
    expect(brotliDecompressSync(answer.body).toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-encoding": "br",
      "content-length": String(answer.body.length),
      "server-timing": "clock;dur=5",
      "strict-transport-security": "max-age=31536000",
    });
  });

  it("is its head alone where that is asked for", async () => {
    const answer = await get({}, "HEAD");
    expect(answer.headers["content-length"]).toBe(String(TEXT.length));
    expect(answer.body).toHaveLength(0);
  });

  it.each([
    ["its tag", () => ({ "if-none-match": cached.etag })],
    ["its date", () => ({ "if-modified-since": MODIFIED })],
  ])("is 304 for who has it by %s, with what caches are to know", async (_, condition) => {
    const answer = await get(condition());
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      etag: cached.etag,
      "cache-control": "public",
      "x-request-id": "0123456789abcdef",
    });
    expect(answer.headers).not.toHaveProperty("content-type");
  });

  it.each([
    { "if-none-match": 'W/"another"' },
    { "if-modified-since": "Wed, 01 Oct 2025 09:00:00 GMT" },
  ])("is sent whole to a client that has another: %j", async (condition) => {
    expect((await get(condition)).status).toBe(200);
  });

  it("is sent as it is to a client that takes none of its codings", async () => {
    cached = cachedResponse({ identity: body("abc") }, headers);
    expect((await get({ "accept-encoding": "br, gzip" })).body.toString()).toBe("abc");
  });
});
