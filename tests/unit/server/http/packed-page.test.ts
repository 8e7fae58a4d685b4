import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { once } from "node:events";
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makePage, type Coding, type MadePage } from "server/http/packed-page.server";
import { codingFor, sendMade } from "server/http/made-pages.server";
import { sharedContext } from "server/process/request-context.server";

const NONCE = "bm9uY2U=";
const TEXT = "the same words again and again, ".repeat(40);
const RULES = {
  headers: [
    ["Cache-Control", "public"],
    ["Vary", "Accept-Encoding"],
  ],
  quality: 1,
} as const;

async function made(text: string, coding: Coding = "identity", init: ResponseInit = {}) {
  const page = await makePage({ response: new Response(text, init), nonce: NONCE }, RULES, coding);
  if (page === null) throw new Error("the page was not made");
  return page;
}

it("a made page has the coding if that is shorter, and one ETag for all codings of a content", async () => {
  const [plain, br, gzip, other] = await Promise.all([
    made(TEXT),
    made(TEXT, "br"),
    made(TEXT, "gzip"),
    made(`${TEXT}.`),
  ]);
  expect(brotliDecompressSync(br.body).toString()).toBe(TEXT);
  expect(gunzipSync(gzip.body).toString()).toBe(TEXT);
  expect(plain.body.toString()).toBe(TEXT);
  expect((await made("x", "br")).head).not.toContain("Content-Encoding");
  expect(plain.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect([br.etag, gzip.etag]).toEqual([plain.etag, plain.etag]);
  expect(other.etag).not.toBe(plain.etag);
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
])("the coding for Accept-Encoding %j is %s", (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

describe("a sent page", () => {
  let page: MadePage;
  let https: boolean;
  const server = createServer((request, response) =>
    sendMade({ request, response, context: { ...sharedContext("0123456789abcdef"), https } }, page),
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
    page = await made(TEXT, "identity", { headers: { "Content-Type": "text/plain" } });
    https = false;
  });

  it("has the whole body and the id of the request", async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe(TEXT);
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain",
      "cache-control": "public",
      "content-length": String(TEXT.length),
      etag: page.etag,
      "x-request-id": "0123456789abcdef",
      "server-timing": expect.stringMatching(/^clock;dur=\d+$/) as string,
    });
    for (const name of ["content-encoding", "strict-transport-security"])
      expect(answer.headers).not.toHaveProperty(name);
  });

  it("names its coding, and has, over https, Strict-Transport-Security", async () => {
    https = true;
    page = await made(TEXT, "br");
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
    const answer = await get({ "if-none-match": page.etag });
    expect(answer.status).toBe(304);
    expect(answer.body).toHaveLength(0);
    expect(answer.headers).toMatchObject({
      etag: page.etag,
      "cache-control": "public",
      "x-request-id": "0123456789abcdef",
    });
    expect(answer.headers).not.toHaveProperty("content-type");
  });

  it("has the whole body for a client that has another version", async () => {
    expect((await get({ "if-none-match": 'W/"another"' })).status).toBe(200);
  });
});

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the script policy and the body of a made document. */
async function makeHtml(html: string) {
  const init = { headers: { "Content-Type": "text/html; charset=utf-8" } };
  const { head, body } = await made(html, "identity", init);
  const policy = String(head[head.indexOf("Content-Security-Policy") + 1]);
  return { policy: /script-src ([^;]*)/.exec(policy)?.[1], body: body.toString() };
}

it("a made document allows the scripts of its rendering by hash, and contains no nonce", async () => {
  const page = (nonce: string) =>
    `<p>Hi</p><script${nonce}>one()</script><script${nonce} async="">two()</script>` +
    `<script${nonce} src="/assets/a.js"></script><script type="text/x-module"${nonce}>three()</script>`;
  const { policy, body } = await makeHtml(page(` nonce="${NONCE}"`));
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
])("a made document does not allow an injected script: %s", async (injected) => {
  const { policy } = await makeHtml(
    `<p>${injected}</p><script nonce="${NONCE}">one()</script><p>'</p>`,
  );
  expect(["'self'", `'self' ${hashOf("one()")}`]).toContain(policy);
});

describe("a made page", () => {
  const headOf = ({ head }: MadePage) => {
    const pairs = head.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name).toLowerCase(), String(head[index + 1])] as const] : [],
    );
    return { names: pairs.map(([name]) => name), values: Object.fromEntries(pairs) };
  };

  it("replaces headers of the rendering with its own, and has each header once", async () => {
    const { names, values } = headOf(
      await made("text", "identity", {
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
    const inits = [201, 302, 404, 500].map((status): ResponseInit => ({ status }));
    for (const init of [{ headers: { "Set-Cookie": "a=b" } }, ...inits]) {
      const response = new Response("text", init);
      expect(await makePage({ response, nonce: NONCE }, RULES, "br")).toBeNull();
    }
  });

  it("has an unchanged body if the response is not an HTML document", async () => {
    const script = `<script nonce="${NONCE}">one()</script>`;
    const page = await made(script, "identity", { headers: { "Content-Type": "text/x-script" } });
    expect(page.body.toString()).toBe(script);
    expect(headOf(page).values["content-security-policy"]).toContain("script-src 'self';");
  });
});
