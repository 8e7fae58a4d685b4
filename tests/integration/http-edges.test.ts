import { readdirSync, statSync } from "node:fs";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";

const ASSETS = "build/client/assets";
const LONG_SCRIPT = readdirSync(ASSETS)
  .filter((name) => name.endsWith(".js"))
  .find((name) => statSync(`${ASSETS}/${name}`).size > 10_000);

/** Prints what Node's servers of a process go by, as they begin to listen. */
const REPORTER = `
import { subscribe } from "node:diagnostics_channel";
subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = server;
  console.log("timeouts", headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval);
});`;

describe.each(["main", "remix-serve"] as const)("the server's edges under %s", (under) => {
  let server: BuiltServer;
  beforeAll(async () => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(REPORTER)}`;
    server = await startBuiltServer({ under, env: { NODE_OPTIONS, LOG_LEVEL: "warn" } });
  });
  afterAll(() => server.stop());

  const status = async (path: string, method = "GET") =>
    (await rawRequest(server.url, path, { method })).status;

  it("gives an unfinished head 15 s and an unfinished body 30 s", () => {
    const [head = NaN, body = NaN, kept, interval = NaN] = (
      server.lines.find((line) => line.startsWith("timeouts ")) ?? ""
    )
      .split(" ")
      .slice(1)
      .map(Number);
    expect(head + 2 * interval).toBeLessThanOrEqual(15_000);
    expect(body + 2 * interval).toBeLessThanOrEqual(30_000);
    expect(kept).toBe(61_000);
  });

  it.each([
    ["a path of 15,500 slashes", "/".repeat(15_500), 414],
    ["a path over 2 KB", `/${"a".repeat(2048)}`, 414],
    ["a long path asked of the operators", `/healthz?${"a".repeat(8192)}`, 414],
    ["an address over 8 KB", `/?${"a".repeat(8191)}`, 414],
    ["an address over Node's own limit", `/?${"a".repeat(20_000)}`, 414],
    ["a referral code that fills 2 KB", `/ref/${"a".repeat(2043)}`, 200],
    ["an address that fills 8 KB", `/?${"a".repeat(8190)}`, 200],
    ["a slash at the end", "/blogs/", 200],
    ["slashes at the end", "/blogs////", 400],
    ["slashes at the start", "//evil.test", 400],
    ["slashes in a folder of files", "/assets//x.js", 400],
  ])("answers %s", async (_name, path, expected) => {
    expect(await status(path)).toBe(expected);
  });

  describe("for the head of a request", () => {
    /** The answer's head to the very lines, with nothing added. */
    async function head(...lines: string[]): Promise<string> {
      const { port } = new URL(server.url);
      const socket = connect(Number(port), "localhost");
      socket.write([...lines, "Connection: close", "", ""].join("\r\n"), "latin1");
      const answer = await text(socket);
      return answer.slice(0, answer.indexOf("\r\n\r\n"));
    }
    const status = async (...lines: string[]) => Number((await head(...lines)).split(" ")[1]);

    it.each([
      ["/healthz", 200],
      ["/blogs", 200],
      ["/blogs?x=http://other.test/", 200],
      ["/no/such/page", 404],
      ["/assets/none.js", 404],
      ["", 200],
      ["?x=1", 200],
      ["//blogs", 400],
    ])("takes the absolute form of '%s'", async (target, expected) => {
      for (const form of [`http://any.test:8080${target}`, `HTTP://any.test${target}`]) {
        expect(await status(`GET ${form} HTTP/1.1`, "Host: other.test")).toBe(expected);
      }
    });

    it("goes by the host that the absolute form names", async () => {
      const lines = (target: string) => [
        `POST ${target}/pulsescout/dashboard/theme HTTP/1.1`,
        "Origin: http://any.test",
        "Content-Length: 0",
      ];
      expect(await status(...lines("http://any.test"), "Host: other.test")).toBe(303);
      expect(await status(...lines("http://other.test"), "Host: any.test")).toBe(403);
    });

    it.each([
      "http://",
      "http:///blogs",
      "http://a@b/blogs",
      "http://a b/",
      "ftp://any.test/",
      "any.test/",
    ])("refuses '%s', which names no host of ours", async (target) => {
      expect(await status(`GET ${target} HTTP/1.1`, "Host: any.test")).toBe(400);
    });

    it.each(["/", "/blogs", "/healthz", "/robots.txt", "/csp-report", "http://any.test/"])(
      "refuses two hosts that are asked for %s",
      async (target) => {
        const ask = `GET ${target} HTTP/1.1`;
        expect(await status(ask, "Host: any.test", "Host: other.test")).toBe(400);
        expect(await status(ask, "host: any.test", "HOST: any.test")).toBe(400);
      },
    );
  });

  it.each([
    "/",
    "/blogs",
    "/blogs.data",
    "/sitemap.xml",
    "/ref/abc",
    "/robots.txt",
    "/no/such/page",
  ])("says with a 405 of %s what is allowed", async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, headers } = await rawRequest(server.url, path, { method });
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it.each([
    ["/assets/none.js", 404],
    ["/none.png", 404],
    ["/pulsescout/delete-user/reminder.ics", 404],
    ["/sandbox/outbox/none", 404],
    ["/%", 400],
  ])("lets no cache keep %s", async (path, expected) => {
    const { status, headers } = await rawRequest(server.url, path);
    expect(status).toBe(expected);
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  });

  it.each([
    "/sitemap.xml",
    "/robots.txt",
    "/blogs/rss.xml",
    "/site.webmanifest",
    "/sandbox/outbox",
    "/pulsescout/delete-user/reminder.ics",
    "/pulsescout/dashboard/trips.csv",
    "/pulsescout/dashboard/events",
    "/pulsescout/dashboard/theme",
    "/pulsescout/dashboard/rows",
  ])("has no data twin of %s", async (path) => {
    expect(await status(`${path}.data`)).toBe(404);
    expect(await status(`${path.toUpperCase()}.data?_routes=x&page=2`)).toBe(404);
    expect(await status(path.replaceAll(/.$/g, "$&%2Edata"))).toBe(404);
    expect(await status(`${path}/.data`)).toBe(404);
  });

  it("has one for whoever asks for its head alone, whatever the origin", async () => {
    const headers = { Origin: "no origin" };
    for (const path of ["/pulsescout/delete-user.data", "/contactus.data", "/blogs.data"]) {
      const { status } = await rawRequest(server.url, path, { method: "HEAD", headers });
      expect(status).toBe(200);
    }
  });

  it("has one of every page, and of the theme for its form", async () => {
    expect(await status("/_root.data")).toBe(200);
    expect(await status("/pulsescout/dashboard.data")).toBe(200);
    expect(await status("/ref/abc.data")).toBe(200);
    const chosen = await rawRequest(server.url, "/pulsescout/dashboard/theme.data", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "theme=night",
    });
    expect(chosen.status).toBe(202);
    expect(chosen.headers["set-cookie"]?.join()).toContain("night");
  });

  it.each(["/pulsescout/dashboard/trips.csv", "/pulsescout/dashboard/events", "/"])(
    "answers nobody who asks %s for a route's data as in old times",
    async (path) => {
      expect(await status(`${path}?_data=routes%2Fdashboard-events`)).toBe(404);
      expect(await status(`${path}?x=1&_data=root`, "HEAD")).toBe(404);
    },
  );

  it("sends events as they are, whatever the client can unpack", async () => {
    const request = get(`${server.url}/pulsescout/dashboard/events`, {
      headers: { Accept: "text/event-stream", "Accept-Encoding": "gzip, br" },
      agent: false,
    });
    const [stream] = (await once(request, "response")) as [IncomingMessage];
    const [first] = (await once(stream, "data")) as [Buffer];
    request.destroy();
    expect(stream.headers["content-encoding"]).toBeUndefined();
    expect(stream.headers.connection).toBe("close");
    expect(String(first)).toMatch(/^retry: /);
  });

  describe("for parts of a file", () => {
    async function ask(headers: Record<string, string>) {
      const request = get(`${server.url}/assets/${LONG_SCRIPT}`, {
        headers: { "Accept-Encoding": "gzip", ...headers },
        agent: false,
      });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      const coding = answer.headers["content-encoding"];
      const body = await buffer(answer);
      return { status: answer.statusCode, headers: answer.headers, coding, body };
    }
    const Range = "bytes=1000-4999";

    it("sends the file's own bytes", async () => {
      const whole = await ask({});
      expect(whole.coding).toBe("gzip");
      const part = await ask({ Range });
      expect(part.status).toBe(206);
      expect(part.coding).toBeUndefined();
      expect(part.headers.vary).toContain("Accept-Encoding");
      expect(part.body.equals(gunzipSync(whole.body).subarray(1000, 5000))).toBe(true);
    });

    it.each(["etag", "last-modified"] as const)(
      "does not continue a compressed answer that the client knows by its %s",
      async (name) => {
        const whole = await ask({});
        const again = await ask({ Range, "If-Range": String(whole.headers[name]) });
        expect(again.status).toBe(200);
        expect(again.coding).toBe("gzip");
        // Compressed anew, which is not always to the same bytes; a wrong answer is not compared, which takes minutes.
        expect(gunzipSync(again.body).equals(gunzipSync(whole.body))).toBe(true);
      },
    );
  });
});
