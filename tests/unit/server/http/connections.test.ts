import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { mountHttpLayer } from "server/http/connections.server";

/** Starts a server whose responses the test writes. */
async function start() {
  const requests: { path: string; response: ServerResponse }[] = [];
  const server = createServer();
  const drained = mountHttpLayer(server, ({ url: path = "" }, response) => {
    requests.push({ path, response });
  });
  await once(server.listen(0), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  /** Sends GET requests over a connection, pipelined if there are several paths. */
  const send = (socket: Socket, ...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  const open = (...paths: string[]) => {
    const socket = connect(port).on("error", () => undefined);
    send(socket, ...paths);
    return socket;
  };
  const paths = () => requests.map(({ path }) => path);
  const responseTo = async (path: string) => {
    await expect.poll(() => paths().at(-1), { interval: 5 }).toBe(path);
    return requests.at(-1)?.response;
  };
  return { server: drained, open, paths, responseTo };
}

it("pipelined requests wait for the first response, and requests of other connections do not", async () => {
  const { open, paths, responseTo } = await start();
  open("/1", "/2", "/3");
  await responseTo("/1");
  open("/other");
  await responseTo("/other");
  expect(paths()).toEqual(["/1", "/other"]);
});

it("a connection with too many pipelined requests is closed, and only the first one is started", async () => {
  const { open, paths } = await start();
  const many = Array.from({ length: 100 }, (_, index) => `/${index}`);
  await once(open(...many).resume(), "close");
  expect(paths()).toEqual(["/0"]);
});

it("during a shutdown each response closes its connection, and the server closes after the last one", async () => {
  const { server, open, responseTo } = await start();
  const answers = text(open("/1"));
  const response = await responseTo("/1");
  server.endConnections();
  const closed = server.close();
  response?.end("whole");
  expect(await answers).toMatch(/Connection: close[^]*whole/);
  await closed;
});
