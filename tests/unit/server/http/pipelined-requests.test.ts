import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { createPipelines } from "server/http/pipelined-requests.server";

/** A server that answers when it is told to. */
async function start() {
  const under: { path: string; response: ServerResponse }[] = [];
  const inOrder = createPipelines();
  const server = createServer((request, response) =>
    inOrder(request, response, () => under.push({ path: request.url ?? "", response })),
  ).listen(0);
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const ask = (...paths: string[]) => {
    const socket = connect(port).on("error", () => undefined);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
    return socket;
  };
  const begun = () => under.map(({ path }) => path);
  const arrived = (path: string) => expect.poll(() => begun().at(-1), { interval: 5 }).toBe(path);
  return { ask, begun, arrived, end: () => under.at(-1)?.response.end() };
}

it("requests that come before the answer to the first wait for it, and others do not wait for them", async () => {
  const { ask, begun, arrived } = await start();
  ask("/1", "/2", "/3");
  await arrived("/1");
  ask("/other");
  await arrived("/other");
  expect(begun()).toEqual(["/1", "/other"]);
});

it("they are answered in their order", async () => {
  const { ask, arrived, end } = await start();
  const socket = ask("/1", "/2", "/3");
  for (const path of ["/1", "/2", "/3"]) {
    await arrived(path);
    end();
  }
  socket.end();
  expect((await text(socket)).match(/200 OK/g)).toHaveLength(3);
});

it("a connection on which too many wait is closed, and none of them is begun", async () => {
  const { ask, begun } = await start();
  const many = Array.from({ length: 100 }, (_, index) => `/${index}`);
  await once(ask(...many).resume(), "close");
  expect(begun()).toEqual(["/0"]);
});
