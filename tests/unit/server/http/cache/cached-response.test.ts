import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  cacheDocument,
  cachedResponse,
  codingFor,
  compressResponse,
  sendCached,
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
  });
});

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
])("the coding that a visitor takes of %j is %s, however often", (accepted, coding) => {
  for (let asked = 0; asked < 2; asked += 1) expect(codingFor(accepted)).toBe(coding);
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

const NONCE = "bm9uY2U=";
const HOW = { cacheControl: "public", vary: "Accept-Encoding", quality: 1 };

const source = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The policy and the text that are kept of a document. */
async function kept(html: string) {
  const response = new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const whole = (await cacheDocument({ response, nonce: NONCE }, HOW))?.variants.get("identity");
  if (whole === undefined) throw new Error("it was not kept");
  const { head, body } = whole;
  const policy = String(head[head.indexOf("Content-Security-Policy") + 1]);
  return { policy: /script-src ([^;]*)/.exec(policy)?.[1], body: body.toString() };
}

it("approves the scripts of its rendering, and leaves no mark of it", async () => {
  const page = (nonce: string) =>
    `<p>Hi</p><script${nonce}>one()</script><script${nonce} async="">two()</script>` +
    `<script${nonce} src="/assets/a.js"></script><script type="text/x-module"${nonce}>three()</script>`;
  const { policy, body } = await kept(page(` nonce="${NONCE}"`));
  expect(policy).toBe(["'self'", ...["one()", "two()", "three()"].map(source)].join(" "));
  expect(body).toBe(page(""));
});

it.each([
  "<script>evil()</script>",
  "<script nonce>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="another">evil()</script>',
  `<script data-x='nonce="${NONCE.slice(1)}"'>evil()</script>`,
  "<SCRIPT>evil()</SCRIPT>",
  "<script>evil()//",
  "<script x='",
])("approves no script that has got into it: %s", async (injected) => {
  const { policy } = await kept(
    `<p>${injected}</p><script nonce="${NONCE}">one()</script><p>'</p>`,
  );
  expect(["'self'", `'self' ${source("one()")}`]).toContain(policy);
});

describe("what is kept of a response", () => {
  const of = (init: ResponseInit, text = "text") => {
    const response = new Response(text, init);
    return cacheDocument({ response, nonce: NONCE }, HOW);
  };
  const headOf = (kept: Awaited<ReturnType<typeof of>>) => {
    const head = kept?.variants.get("identity")?.head ?? [];
    const pairs = head.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name).toLowerCase(), String(head[index + 1])] as const] : [],
    );
    return { names: pairs.map(([name]) => name), values: Object.fromEntries(pairs) };
  };

  it("has headers of its own where the rendering had others, and each once", async () => {
    const { names, values } = headOf(
      await of({
        headers: {
          "Cache-Control": "no-store",
          "Content-Length": "99",
          "Server-Timing": "clock",
          Vary: "Cookie",
          "Content-Language": "en",
        },
      }),
    );
    expect(values).toMatchObject({
      "cache-control": "public",
      "content-length": "4",
      "content-language": "en",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(values).not.toHaveProperty("server-timing");
    expect(values).not.toHaveProperty("cdn-cache-control");
    expect(new Set(names).size).toBe(names.length);
  });

  it("is nothing where it is one visitor's alone, or no success", async () => {
    expect(await of({ headers: { "Set-Cookie": "a=b" } })).toBeNull();
    for (const status of [201, 302, 404, 500]) expect(await of({ status })).toBeNull();
  });

  it("is what was sent where that is no document, whatever is written in it", async () => {
    const script = `<script nonce="${NONCE}">one()</script>`;
    for (const headers of [{ "Content-Type": "text/x-script" }, new Headers()]) {
      const kept = await of({ headers }, script);
      expect(kept?.variants.get("identity")?.body.toString()).toBe(script);
      expect(headOf(kept).values["content-security-policy"]).toContain("script-src 'self';");
    }
  });
});
