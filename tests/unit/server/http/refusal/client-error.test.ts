import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerClientErrors, clientErrorStatus } from "server/http/refusal/client-error.server";

const server = createServer(({ url }, response) => {
  if (url === "/unfinished") response.write("so far");
  else if (url !== "/waiting") response.end("ok");
});
answerClientErrors(server);
beforeAll(() => once(server.listen(0), "listening"));
afterAll(() => server.close());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const NONSENSE = "nonsense\r\n\r\n";

function opened() {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  return connect(port);
}

async function answerTo(sent: string): Promise<string> {
  const socket = opened();
  socket.write(sent);
  return text(socket);
}

/** The status lines that come when nonsense is sent once something has been answered to requests. */
async function nonsenseAfter(requests: string) {
  const socket = opened();
  socket.write(requests);
  const [first] = (await once(socket, "data")) as [Buffer];
  socket.write(NONSENSE);
  return (first.toString() + (await text(socket))).match(/HTTP\/1\.1 \d+/g);
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

  it("does not get into an answer under way", async () => {
    const answer = await answerTo(`${get("/")}${NONSENSE}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });

  it("does not get into the answer before the one that is waited for", async () => {
    const statuses = await nonsenseAfter(`${get("/unfinished")}${get("/waiting")}`);
    expect(statuses).toEqual(["HTTP/1.1 200"]);
  });

  it("is answered after what was answered before", async () => {
    expect(await nonsenseAfter(get("/"))).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("is no long address unless its head was too long", () => {
    const rawPacket = Buffer.from(`GET /${"a".repeat(9_000)}`);
    expect(clientErrorStatus(Object.assign(new Error(), { code: "HPE_INVALID", rawPacket }))).toBe(
      400,
    );
    expect(clientErrorStatus(Object.assign(new Error(), { code: "HPE_HEADER_OVERFLOW" }))).toBe(
      431,
    );
    expect(clientErrorStatus(new Error())).toBe(400);
  });
});
