import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import type { BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const LIMIT = 64 * 1024;
const ACTION = "/pulsescout/dashboard/theme";

let server: BuiltServer;
beforeAll(async () => {
  server = await sharedServer();
});

/** A form body of exactly so many bytes. */
const formOf = (bytes: number) => "theme=night&x=".padEnd(bytes, "a");

function post(body: string, headers: Record<string, string> = {}) {
  return rawRequest(server.url, ACTION, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    body,
  });
}

describe("request bodies", () => {
  it.each([
    ["announced", (body: string) => ({ "Content-Length": String(body.length) })],
    ["not announced", () => ({ "Transfer-Encoding": "chunked" })],
  ])("of 64 KiB, %s, are read whole; one byte more is refused", async (_name, headers) => {
    const fits = formOf(LIMIT);
    expect((await post(fits, headers(fits))).status).toBe(303);
    const tooLarge = formOf(LIMIT + 1);
    const refused = await post(tooLarge, headers(tooLarge));
    expect(refused.status).toBe(413);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    expect(refused.body).toContain("too much");
  });

  it("that never end are refused when they pass the limit, and the server lives on", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${ACTION} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n",
    );
    const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 5);
    const answer = await new Promise<string>((resolve) =>
      socket.once("data", (data) => resolve(String(data))),
    );
    clearInterval(sending);
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
  });
});

describe("strange requests", () => {
  it.each([
    ["/%E0%A4%A", 400],
    ["/%", 400],
    ["/a%00b", 400],
    ["/assets/%", 400],
    ["//evil.test", 400],
    ["//evil.test/%2f..", 400],
    ["/\\evil.test", 400],
    ["/..%2f..%2fpackage.json", 404],
    ["/assets/..%2f..%2fserver/index.js", 403],
    ["/.env", 404],
    [`/${"a".repeat(2000)}`, 404],
  ])("to %s get %i", async (path, status) => {
    const answer = await rawRequest(server.url, path);
    expect(answer.status).toBe(status);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  it("with a host that is none get 400", async () => {
    expect((await rawRequest(server.url, "/", { headers: { Host: "a b" } })).status).toBe(400);
  });

  it.each(["TRACE", "OPTIONS", "PROPFIND"])("of method %s get 405", async (method) => {
    const answer = await rawRequest(server.url, "/", { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain("GET");
  });

  it("that are no HTTP at all get 400", async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.end("nonsense\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
