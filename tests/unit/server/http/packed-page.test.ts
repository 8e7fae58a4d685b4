import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codingFor, sendMade } from "server/http/made-pages.server";
import { makePage, type Coding, type MadePage } from "server/http/packed-page.server";
import { sharedContext } from "server/process/request-context.server";
import { headerOf } from "./cached-site";

const NONCE = "bm9uY2U=";
const TEXT = "the same words again and again, ".repeat(40);
const RULES = {
  headers: { "Cache-Control": "public", Vary: "Accept-Encoding" },
  quality: 1,
} as const;

async function made(text: string, coding: Coding = "identity", init: ResponseInit = {}) {
  const page = await makePage({ response: new Response(text, init), nonce: NONCE }, RULES, coding);
  if (page === undefined) throw new Error("the page was not made");
  return page;
}

it("a made page has its coding, and one ETag for all codings of a content", async () => {
  const [plain, br, gzip, other] = await Promise.all([
    made(TEXT),
    made(TEXT, "br"),
    made(TEXT, "gzip"),
    made(`${TEXT}.`),
  ]);
  expect(brotliDecompressSync(br.body).toString()).toBe(TEXT);
  expect(gunzipSync(gzip.body).toString()).toBe(TEXT);
  expect(plain.body.toString()).toBe(TEXT);
  expect(plain.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect([br.etag, gzip.etag]).toEqual([plain.etag, plain.etag]);
  expect(other.etag).not.toBe(plain.etag);
});

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=0, gzip;q=0.9", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["deflate", "identity"],
  ["*;q=0", "identity"],
  [`${"a, ".repeat(5000)}br`, "identity"],
])("the coding for Accept-Encoding %j is %s", (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

describe("a sent page", () => {
  let page: MadePage;
  const context = sharedContext("0123456789abcdef");
  const server = createServer((request, response) =>
    sendMade({ request, response, context }, page),
  );
  beforeAll(() => once(server.listen(0), "listening"));
  afterAll(() => server.close());
  beforeEach(async () => {
    page = await made(TEXT, "br", { headers: { "Content-Type": "text/plain" } });
  });

  async function get(requestHeaders: IncomingHttpHeaders = {}, method = "GET") {
    const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
    const clientRequest = request({ port, method, headers: requestHeaders }).end();
    const [answer] = (await once(clientRequest, "response")) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  }

  it("has the whole body, also for a client that has another version", async () => {
    for (const asked of [{}, { "if-none-match": 'W/"another"' }]) {
      const answer = await get(asked);
      expect([answer.status, brotliDecompressSync(answer.body).toString()]).toEqual([200, TEXT]);
      expect(answer.headers).toMatchObject({
        "content-type": "text/plain",
        "content-encoding": "br",
        "content-length": String(page.body.length),
        "cache-control": "public",
        "x-content-type-options": "nosniff",
        etag: page.etag,
        "x-request-id": "0123456789abcdef",
      });
    }
  });

  it("has no body for a HEAD request", async () => {
    const answer = await get({}, "HEAD");
    expect(answer.headers["content-length"]).toBe(String(page.body.length));
    expect(answer.body).toHaveLength(0);
  });

  it("has status 304 and cache headers if its ETag is unchanged", async () => {
    const answer = await get({ "if-none-match": page.etag });
    expect([answer.status, answer.body.length]).toEqual([304, 0]);
    const clock = { "server-timing": expect.stringMatching(/^clock;dur=\d{13}$/) as string };
    const same = { etag: page.etag, "cache-control": "public", ...clock };
    expect(answer.headers).toMatchObject(same);
    for (const name of ["content-type", "content-encoding", "content-length"])
      expect(answer.headers).not.toHaveProperty(name);
  });
});

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the script policy and the body of a made document. */
async function makeHtml(html: string) {
  const init = { headers: { "Content-Type": "text/html; charset=utf-8" } };
  const page = await made(html, "identity", init);
  const policy = headerOf(page, "Content-Security-Policy") ?? "";
  const { body } = page;
  return { policy: /script-src ([^;]*)/.exec(policy)?.[1], body: body.toString() };
}

it("a made document allows the scripts of its rendering by hash, and contains no nonce", async () => {
  const page = (nonce: string) =>
    `<p>Hi</p><script${nonce}>one()</script><script${nonce} async="">two()</script>` +
    `<script${nonce} src="/assets/a.js"></script><script type="module"${nonce}>three()</script>`;
  const { policy, body } = await makeHtml(page(` nonce="${NONCE}"`));
  expect(policy).toBe(["'self'", ...["one()", "two()", "three()"].map(hashOf)].join(" "));
  expect(body).toBe(page(""));
});

it.each([
  "<script>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="another">evil()</script>',
  `<script data-x='nonce="${NONCE.slice(1)}"'>evil()</script>`,
  "<SCRIPT>evil()</SCRIPT>",
  "<script>evil()//",
  "<script x='",
])("a made document does not allow an injected script: %s", async (injected) => {
  const { policy } = await makeHtml(
    `<p>${injected}</p><script nonce="${NONCE}">one()</script><p>'</p>`,
  );
  expect(["'self'", `'self' ${hashOf("one()")}`]).toContain(policy);
});

it("a made page replaces headers of the rendering with its own", async () => {
  const page = await made("text", "identity", {
    headers: {
      "Cache-Control": "no-store",
      "Content-Length": "99",
      Vary: "Cookie",
      "Content-Language": "en",
    },
  });
  const names = ["Cache-Control", "Content-Length", "Content-Language", "Vary"];
  const values = ["public", "4", "en", "Accept-Encoding"];
  expect(names.map((name) => headerOf(page, name))).toEqual(values);
  const all = page.head.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  expect(new Set(all).size).toBe(all.length);
});
