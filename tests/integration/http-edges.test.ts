import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openAnswer, rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

const FORM = "/pulsescout/dashboard/theme";
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

describe.each(await bothServers())("under %s", (_, server) => {
  const ask = (path: string, method = "GET") => rawRequest(server.url, path, { method });

  function connectToServer() {
    const { hostname, port } = new URL(server.url);
    return connect(Number(port), hostname);
  }

  /** Sends these lines as the request, with only `Connection: close` added. Resolves with the status. */
  async function statusOf(...lines: string[]): Promise<number> {
    const socket = connectToServer();
    socket.write([...lines, "Connection: close", "", ""].join("\r\n"), "latin1");
    return Number((await text(socket)).split(" ")[1]);
  }

  it.each([
    ["a path over 2 KB", `/${"a".repeat(2048)}`, 414],
    ["an address over Node's own limit", `/?${"a".repeat(20_000)}`, 414],
    ["a referral code that fills 2 KB", `/ref/${"a".repeat(2043)}`, 200],
    ["slashes at the end", "/blogs////", 400],
    ["a broken percent escape", "/%E0%A4%A", 400],
  ])("answers %s", async (_name, path, expected) => {
    expect((await ask(path)).status).toBe(expected);
  });

  it.each(["/..%2f..%2fpackage.json", "/assets/..%2f..%2fserver/index.js", "/.env"])(
    "serves no file at %s",
    async (path) => {
      expect([403, 404]).toContain((await ask(path)).status);
    },
  );

  it("accepts a URL in absolute form, and uses its host instead of the Host header", async () => {
    for (const [target, expected] of [
      ["http://any.test:8080/blogs?x=http://other.test/", 200],
      ["HTTP://any.test?x=1", 200],
      ["http://any.test/no/such/page", 404],
      ["http://any.test//blogs", 400],
      ["http:///blogs", 400],
      ["ftp://any.test/", 400],
    ] as const) {
      expect([target, await statusOf(`GET ${target} HTTP/1.1`, "Host: a.test")]).toEqual([
        target,
        expected,
      ]);
    }
    expect(await statusOf("GET / HTTP/1.1", "Host: a b")).toBe(400);
    const post = (host: string) =>
      statusOf(
        `POST http://${host}${FORM} HTTP/1.1`,
        "Host: a.test",
        "Origin: http://b.test",
        "Content-Length: 0",
      );
    expect([await post("b.test"), await post("a.test")]).toEqual([303, 403]);
  });

  it.each(["/", "/healthz", "/robots.txt", "http://any.test/"])(
    "refuses two Host headers in a request for %s",
    async (target) => {
      const line = `GET ${target} HTTP/1.1`;
      expect(await statusOf(line, "Host: any.test", "host: any.test")).toBe(400);
    },
  );

  it.each(["/", "/blogs.data", "/sitemap.xml", "/robots.txt", "/no/such/page"])(
    "answers other methods at %s with 405 and an Allow header",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
        const { status, headers } = await ask(path, method);
        expect([status, headers.allow]).toEqual([405, expect.stringMatching(/^GET, HEAD/)]);
      }
    },
  );

  it.each([
    ["/assets/none.js", 404],
    ["/none.png", 404],
    ["/%", 400],
  ])("lets no cache reuse the error at %s", async (path, expected) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(expected);
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  });

  it("serves .data of pages only, and none through the `_data` parameter of Remix 1", async () => {
    expect((await ask("/pulsescout/dashboard/trips.csv.data")).status).toBe(404);
    expect((await ask("/ref/abc.data")).status).toBe(200);
    for (const path of ["/", "/pulsescout/dashboard/events"]) {
      expect((await ask(`${path}?x=1&_data=root`)).status).toBe(404);
    }
    const choose = (path: string) =>
      rawRequest(server.url, path, { method: "POST", headers: FORM_TYPE, body: "theme=night" });
    const refused = await choose(`${FORM}?_data=theme`);
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([404, undefined]);
    const accepted = await choose(`${FORM}.data`);
    expect([accepted.status, accepted.headers["set-cookie"]?.join()]).toEqual([
      202,
      expect.stringContaining("night"),
    ]);
  });

  it("never compresses the event stream", async () => {
    const headers = { Accept: "text/event-stream", "Accept-Encoding": "gzip, br" };
    const stream = await openAnswer(`${server.url}/pulsescout/dashboard/events`, headers);
    const [first] = (await once(stream, "data")) as [Buffer];
    stream.destroy();
    expect(stream.headers["content-encoding"]).toBeUndefined();
    expect(stream.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(String(first)).toMatch(/^retry: /);
  });
});
