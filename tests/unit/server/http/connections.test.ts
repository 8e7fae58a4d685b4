import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { clientErrorStatus, mountHttpLayer } from "server/http/connections.server";

/** Starts a server whose responses the test writes. */
async function start() {
  const requests: { path: string; response: ServerResponse }[] = [];
  const server = createServer();
  const connections = mountHttpLayer(server, ({ url: path = "" }, response) => {
    requests.push({ path, response });
  });
  await once(server.listen(0), "listening");
  onTestFinished(() => {
    connections.stopListening();
    server.closeAllConnections();
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
  return { connections, open, send, paths, responseTo };
}

const statuses = (answers: string) =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

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

it("during a shutdown a connection stays open after a response that has sent keep-alive, and closes after the next response", async () => {
  const { connections, open, send, responseTo } = await start();
  const socket = open("/early");
  const all = text(socket);
  const early = await responseTo("/early");
  early?.write("early");
  connections.endAfterAnswers();
  early?.end();
  send(socket, "/late");
  const late = await responseTo("/late");
  connections.endIdle(0);
  late?.end("late");
  expect((await all).match(/Connection: [-a-z]+|early|late/g)).toEqual([
    "Connection: keep-alive",
    "early",
    "Connection: close",
    "late",
  ]);
});

it("during a shutdown all pipelined requests are answered in order", async () => {
  const { connections, open, send, responseTo } = await start();
  const socket = open("/1", "/2", "/3");
  const all = text(socket);
  const first = await responseTo("/1");
  connections.endAfterAnswers();
  send(socket, "/4");
  first?.end();
  for (const path of ["/2", "/3", "/4"]) (await responseTo(path))?.end();
  expect(statuses(await all)).toEqual([200, 200, 200, 200]);
  expect((await all).match(/Connection: [-a-z]+/g)?.at(-1)).toBe("Connection: close");
});

it("during a shutdown idle connections are ended, but not recently active connections", async () => {
  const { connections, open, send, responseTo } = await start();
  const socket = open("/first");
  const all = text(socket);
  (await responseTo("/first"))?.end();
  connections.endIdle(60_000);
  send(socket, "/next");
  const next = await responseTo("/next");
  next?.end();
  await once(next as ServerResponse, "close");
  connections.endIdle(0);
  expect(statuses(await all)).toEqual([200, 200]);
  expect(connections.count()).toBeLessThanOrEqual(1);
});

const LONG = "a".repeat(20_000);
it.each([
  ["an address of 20 KB", `GET /${LONG} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
  ["a header of 20 KB", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${LONG}\r\n\r\n`, 431],
])("an unparsable request with %s gets its own status", async (_name, request, status) => {
  const { open } = await start();
  const socket = open();
  socket.write(request);
  expect(await text(socket)).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n`),
  );
});

it("the status for an unparsable request is not written into an unfinished response, but is sent after a finished one", async () => {
  const { open, responseTo } = await start();
  for (const isFinished of [false, true]) {
    const path = isFinished ? "/over" : "/under-way";
    const socket = open(path);
    const all = text(socket);
    const answer = await responseTo(path);
    if (isFinished) answer?.end("so far");
    else answer?.write("so far");
    await once(socket, "data");
    socket.write("nonsense\r\n\r\n");
    expect(statuses(await all)).toEqual(isFinished ? [200, 400] : [200]);
  }
});

it("an unparsable request with a long address gets status 414 only if its head was too long", () => {
  const rawPacket = Buffer.from(`GET /${"a".repeat(9_000)}`);
  const statusOf = (error: object) => clientErrorStatus(Object.assign(new Error(), error));
  expect(statusOf({ code: "HPE_INVALID", rawPacket })).toBe(400);
  expect(statusOf({ code: "HPE_HEADER_OVERFLOW" })).toBe(431);
  expect(statusOf({})).toBe(400);
});
