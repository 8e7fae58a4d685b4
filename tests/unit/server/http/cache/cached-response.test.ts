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
const headers = [
  ["Content-Type", "text/html; charset=utf-8"],
  ["Cache-Control", "public"],
] as const;

const body = (text: string) => Buffer.from(text);
const codings = ({ variants }: CachedResponse) => [...variants.keys()];

describe("a response that is cached", () => {
  it("has each coding that is shorter, and the uncompressed body", async () => {
    const response = await compressResponse(body(TEXT), headers, 5);
    expect(codings(response)).toEqual(["br", "gzip", "identity"]);
    const bodyOf = (coding: "br" | "gzip") => response.variants.get(coding)?.body ?? body("");
    expect(brotliDecompressSync(bodyOf("br")).toString()).toBe(TEXT);
    expect(gunzipSync(bodyOf("gzip")).toString()).toBe(TEXT);
    expect(response.variants.get("identity")?.body.toString()).toBe(TEXT);
  });

  it.each([
    [undefined, "x", ["identity"]],
    ["br", TEXT, ["br"]],
    ["gzip", TEXT, ["gzip"]],
    ["identity", TEXT, ["identity"]],
    ["br", "x", ["identity"]],
    ["gzip", "x", ["identity"]],
  ] as const)("compressed with %s alone has no longer coding: %s", async (only, text, expected) => {
    expect(codings(await compressResponse(body(text), headers, 5, only))).toEqual(expected);
  });

  it("keeps the codings that are shorter, or only the requested coding", () => {
    const all = { identity: body("abc"), br: body("a"), gzip: body("abc") };
    expect(codings(cachedResponse(all, headers))).toEqual(["br", "identity"]);
    expect(codings(cachedResponse({ ...all, gzip: body("b") }, headers, "gzip"))).toEqual(["gzip"]);
  });

  it("has one ETag for all codings, which depends only on the content", async () => {
    const [first, same, other] = await Promise.all([
      compressResponse(body(TEXT), headers, 5),
      compressResponse(body(TEXT), [], 1, "br"),
      compressResponse(body(`${TEXT}.`), headers, 5),
    ]);
    expect(first.etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(same.etag).toBe(first.etag);
    expect(other.etag).not.toBe(first.etag);
  });

  it("counts the bytes of its codings and headers", async () => {
    const response = await compressResponse(body(TEXT), headers, 5);
    const bodies = [...response.variants.values()].map(({ body }) => body);
    expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual(
      bodies.map(({ length }) => length),
    );
    const sum = (lengths: number[]) => lengths.reduce((all, length) => all + length, 0);
    const head = 2 * [...headers.flat(), "ETag", response.etag].join("").length;
    expect(response.bytes).toBe(sum(bodies.map(({ length }) => length)) + head);
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
])("the coding for Accept-Encoding %j is %s, also when asked again", (accepted, coding) => {
  for (let call = 0; call < 2; call += 1) expect(codingFor(accepted)).toBe(coding);
});

describe("a sent cached response", () => {
  let cached: CachedResponse;
  let https: boolean;
  const server = createServer((request, response) =>
    sendCached(request, response, cached, { requestId: "0123456789abcdef", https }),
  );
  beforeAll(() => once(server.listen(0), "listening"));
  afterAll(() => server.close());

  async function get(requestHeaders: IncomingHttpHeaders = {}, method = "GET") {
    const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
    const clientRequest = request({ port, method, headers: requestHeaders }).end();
    const [answer] = (await once(clientRequest, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  }

  beforeEach(async () => {
    cached = await compressResponse(body(TEXT), headers, 5);
    https = false;
  });

  it("has the whole body and the id of the request", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public",
      "content-length": String(TEXT.length),
      etag: cached.etag,
      "x-request-id": "0123456789abcdef",
      "server-timing": expect.stringMatching(/^clock;dur=\d+$/) as string,
    });
    for (const name of ["content-encoding", "strict-transport-security"])
      expect(answer.headers).not.toHaveProperty(name);
  });

  it("uses the accepted coding, and has, over https, Strict-Transport-Security", async () => {
    https = true;
    const answer = await get({ "accept-encoding": "br" });
    expect(brotliDecompressSync(answer.body).toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-encoding": "br",
      "content-length": String(answer.body.length),
      "strict-transport-security": "max-age=31536000",
    });
  });

  it("has no body for a HEAD request", async () => {
    const answer = await get({}, "HEAD");
    expect(answer.headers["content-length"]).toBe(String(TEXT.length));
    expect(answer.body).toHaveLength(0);
  });

  it("has status 304 and cache headers if its ETag is unchanged", async () => {
    const answer = await get({ "if-none-match": cached.etag });
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      etag: cached.etag,
      "cache-control": "public",
      "x-request-id": "0123456789abcdef",
    });
    expect(answer.headers).not.toHaveProperty("content-type");
  });

  it("has the whole body for a client that has another version", async () => {
    expect((await get({ "if-none-match": 'W/"another"' })).status).toBe(200);
  });

  it("is uncompressed for a client that accepts none of its codings", async () => {
    cached = cachedResponse({ identity: body("abc") }, headers);
    expect((await get({ "accept-encoding": "br, gzip" })).body.toString()).toBe("abc");
  });
});

const NONCE = "bm9uY2U=";
const RULES = { cacheControl: "public", vary: "Accept-Encoding", quality: 1 };

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the script policy and the body of a cached document. */
async function cacheHtml(html: string) {
  const response = new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const plain = (await cacheDocument({ response, nonce: NONCE }, RULES))?.variants.get("identity");
  if (plain === undefined) throw new Error("the document was not cached");
  const { head, body } = plain;
  const policy = String(head[head.indexOf("Content-Security-Policy") + 1]);
  return { policy: /script-src ([^;]*)/.exec(policy)?.[1], body: body.toString() };
}

it("a cached document allows the scripts of its rendering by hash, and contains no nonce", async () => {
  const page = (nonce: string) =>
    `<p>Hi</p><script${nonce}>one()</script><script${nonce} async="">two()</script>` +
    `<script${nonce} src="/assets/a.js"></script><script type="text/x-module"${nonce}>three()</script>`;
  const { policy, body } = await cacheHtml(page(` nonce="${NONCE}"`));
  expect(policy).toBe(["'self'", ...["one()", "two()", "three()"].map(hashOf)].join(" "));
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
])("a cached document does not allow an injected script: %s", async (injected) => {
  const { policy } = await cacheHtml(
    `<p>${injected}</p><script nonce="${NONCE}">one()</script><p>'</p>`,
  );
  expect(["'self'", `'self' ${hashOf("one()")}`]).toContain(policy);
});

describe("the cached form of a response", () => {
  const cache = (init: ResponseInit, text = "text") => {
    const response = new Response(text, init);
    return cacheDocument({ response, nonce: NONCE }, RULES);
  };
  const headOf = (cached: Awaited<ReturnType<typeof cache>>) => {
    const head = cached?.variants.get("identity")?.head ?? [];
    const pairs = head.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name).toLowerCase(), String(head[index + 1])] as const] : [],
    );
    return { names: pairs.map(([name]) => name), values: Object.fromEntries(pairs) };
  };

  it("replaces headers of the rendering with its own, and has each header once", async () => {
    const { names, values } = headOf(
      await cache({
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

  it("is null for a response to one visitor, or of a status other than 200", async () => {
    expect(await cache({ headers: { "Set-Cookie": "a=b" } })).toBeNull();
    for (const status of [201, 302, 404, 500]) expect(await cache({ status })).toBeNull();
  });

  it("has an unchanged body if the response is not an HTML document", async () => {
    const script = `<script nonce="${NONCE}">one()</script>`;
    for (const headers of [{ "Content-Type": "text/x-script" }, new Headers()]) {
      const cached = await cache({ headers }, script);
      expect(cached?.variants.get("identity")?.body.toString()).toBe(script);
      expect(headOf(cached).values["content-security-policy"]).toContain("script-src 'self';");
    }
  });
});
