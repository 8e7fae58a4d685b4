import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerClientErrors } from "server/http/refusal/client-error.server";

const server = createServer((_, response) => response.end("ok"));
answerClientErrors(server);
beforeAll(() => once(server.listen(0), "listening"));
afterAll(() => server.close());

async function answerTo(sent: string): Promise<string> {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const socket = connect(port);
  socket.write(sent);
  return text(socket);
}

describe("what is no readable request", () => {
  it.each([
    ["an address of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    [
      "a header of 20 KB",
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ["no HTTP", "nonsense\r\n\r\n", 400],
  ])("as %s is answered with its status", async (_name, sent, status) => {
    expect(await answerTo(sent)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n`),
    );
  });

  it("does not get into an answer under way", async () => {
    const answer = await answerTo("GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
  });
});
