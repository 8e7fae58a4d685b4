import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { clientErrorStatus, mountHttpLayer } from "server/http/connections.server";

/** A server that leaves every answer to the test. */
async function start() {
  const begun: { path: string; response: ServerResponse }[] = [];
  const server = createServer();
  const connections = mountHttpLayer(server, ({ url: path = "" }, response) => {
    begun.push({ path, response });
  });
  await once(server.listen(0), "listening");
  onTestFinished(() => {
    connections.stopListening();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  /** Sends requests, and what else there is, over a connection. */
  const send = (socket: Socket, ...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(""));
  const open = (...paths: string[]) => {
    const socket = connect(port).on("error", () => undefined);
    send(socket, ...paths);
    return socket;
  };
  const paths = () => begun.map(({ path }) => path);
  const arrived = async (path: string) => {
    await expect.poll(() => paths().at(-1), { interval: 5 }).toBe(path);
    return begun.at(-1)?.response;
  };
  return { connections, open, send, paths, arrived };
}

const statuses = (answers: string) =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

it("requests of one connection wait for the answer to the first, and others do not wait for them", async () => {
  const { open, paths, arrived } = await start();
  open("/1", "/2", "/3");
  await arrived("/1");
  open("/other");
  await arrived("/other");
  expect(paths()).toEqual(["/1", "/other"]);
});

it("requests of one connection are not begun when too many wait, and it is closed", async () => {
  const { open, paths } = await start();
  const many = Array.from({ length: 100 }, (_, index) => `/${index}`);
  await once(open(...many).resume(), "close");
  expect(paths()).toEqual(["/0"]);
});

it("at the end of the process an answer that has promised to keep the connection keeps the promise, the next does not", async () => {
  const { connections, open, send, arrived } = await start();
  const socket = open("/early");
  const all = text(socket);
  const early = await arrived("/early");
  early?.write("early");
  connections.endAfterAnswers();
  early?.end();
  send(socket, "/late");
  const late = await arrived("/late");
  connections.endIdle(0);
  late?.end("late");
  expect((await all).match(/Connection: [-a-z]+|early|late/g)).toEqual([
    "Connection: keep-alive",
    "early",
    "Connection: close",
    "late",
  ]);
});

it("at the end of the process of requests sent in one go every one is answered, in their order", async () => {
  const { connections, open, send, arrived } = await start();
  const socket = open("/1", "/2", "/3");
  const all = text(socket);
  const first = await arrived("/1");
  connections.endAfterAnswers();
  send(socket, "/4");
  first?.end();
  for (const path of ["/2", "/3", "/4"]) (await arrived(path))?.end();
  expect(statuses(await all)).toEqual([200, 200, 200, 200]);
  expect((await all).match(/Connection: [-a-z]+/g)?.at(-1)).toBe("Connection: close");
});

it("at the end of the process a silent connection is ended, one that was heard of lately is not", async () => {
  const { connections, open, send, arrived } = await start();
  const socket = open("/first");
  const all = text(socket);
  (await arrived("/first"))?.end();
  connections.endIdle(60_000);
  send(socket, "/next");
  const next = await arrived("/next");
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
])("what is no readable request as %s is answered with its status", async (_name, sent, status) => {
  const { open } = await start();
  const socket = open();
  socket.write(sent);
  expect(await text(socket)).toMatch(
    new RegExp(`^HTTP/1\\.1 ${status} [\\w ]+\r\nConnection: close\r\n`),
  );
});

it("what is no readable request does not get into an answer under way, and comes after one that has ended", async () => {
  const { open, arrived } = await start();
  for (const isOver of [false, true]) {
    const path = isOver ? "/over" : "/under-way";
    const socket = open(path);
    const all = text(socket);
    const answer = await arrived(path);
    if (isOver) answer?.end("so far");
    else answer?.write("so far");
    await once(socket, "data");
    socket.write("nonsense\r\n\r\n");
    expect(statuses(await all)).toEqual(isOver ? [200, 400] : [200]);
  }
});

it("what is no readable request is no long address unless its head was too long", () => {
  const rawPacket = Buffer.from(`GET /${"a".repeat(9_000)}`);
  const statusOf = (error: object) => clientErrorStatus(Object.assign(new Error(), error));
  expect(statusOf({ code: "HPE_INVALID", rawPacket })).toBe(400);
  expect(statusOf({ code: "HPE_HEADER_OVERFLOW" })).toBe(431);
  expect(statusOf({})).toBe(400);
});
