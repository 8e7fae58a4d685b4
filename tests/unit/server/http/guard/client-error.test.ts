import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerClientErrors, clientErrorStatus } from "server/http/guard/client-error.server";

const server = createServer(({ url }, response) => {
  if (url === "/unfinished") response.write("so far");
  else if (url !== "/waiting") response.end("ok");
});
answerClientErrors(server);
beforeAll(() => once(server.listen(0), "listening"));
afterAll(() => server.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const NONSENSE = "nonsense\r\n\r\n";

/** What comes back of what is sent, the later parts once something has been answered. */
async function answerTo(sent: string, later = "") {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const socket = connect(port);
  socket.write(sent);
  if (later === "") return text(socket);
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.write(later);
  return first.toString() + (await text(socket));
}

describe("what is no readable request", () => {
  it.each([
    ["an address of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    [
      "a header of 20 KB",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
    ],
  ])("as %s is answered with its status", async (_name, sent, status) => {
    expect(await answerTo(sent)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n`),
    );
  });

  it.each([
    ["does not get into an answer under way", `${get("/")}${NONSENSE}`, "", [200]],
    ["nor into the one before", get("/unfinished") + get("/waiting"), NONSENSE, [200]],
    ["is answered after what was answered before", get("/"), NONSENSE, [200, 400]],
  ])("%s", async (_, sent, later, statuses) => {
    const answers = (await answerTo(sent, later)).matchAll(/HTTP\/1\.1 (\d+)/g);
    expect(Array.from(answers, ([, status]) => Number(status))).toEqual(statuses);
  });

  it("is no long address unless its head was too long", () => {
    const rawPacket = Buffer.from(`GET /${"a".repeat(9_000)}`);
    const statusOf = (error: object) => clientErrorStatus(Object.assign(new Error(), error));
    expect(statusOf({ code: "HPE_INVALID", rawPacket })).toBe(400);
    expect(statusOf({ code: "HPE_HEADER_OVERFLOW" })).toBe(431);
    expect(statusOf({})).toBe(400);
  });
});
