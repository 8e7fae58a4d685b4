import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { trackConnections } from "server/process/connections.server";

const REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

/** A server that leaves every answer to the test, and one connection to it. */
async function setUp() {
  const answers: ServerResponse[] = [];
  const server = createServer((_, response) => answers.push(response)).listen(0);
  const connections = trackConnections(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const socket = connect(port);
  const received: string[] = [];
  socket.on("data", (data) => received.push(String(data)));
  cleanUps.push(() => {
    socket.destroy();
    connections.stopListening();
    server.closeAllConnections();
  });
  await once(server, "connection");

  /** Sends requests and waits for their arrival. */
  async function ask(count = 1) {
    const from = answers.length;
    socket.write(REQUEST.repeat(count));
    await expect.poll(() => answers.length, { interval: 5 }).toBe(from + count);
    return answers.slice(from);
  }
  return { connections, socket, ask, text: () => received.join("") };
}

const ended = (socket: Socket) => once(socket, "end");

it("an answer that has promised to keep the connection keeps the promise, the next does not", async () => {
  const { connections, socket, ask, text } = await setUp();
  const [early] = await ask();
  early?.write("early");
  connections.endAfterAnswers();
  early?.end();
  const [late] = await ask();
  connections.endIdle(0);
  late?.end("late");
  await ended(socket);
  expect(text().match(/Connection: [-a-z]+|early|late/g)).toEqual([
    "Connection: keep-alive",
    "early",
    "Connection: close",
    "late",
  ]);
});

it("of requests sent in one go every one is answered", async () => {
  const { connections, socket, ask, text } = await setUp();
  const [first, second] = await ask(2);
  connections.endAfterAnswers();
  const [third] = await ask();
  for (const answer of [first, second, third]) answer?.end("answer");
  await ended(socket);
  expect(text().match(/answer/g)).toHaveLength(3);
  expect(text().match(/Connection: close/g)).toHaveLength(1);
});

it("a silent connection is ended, one that was heard of lately is not", async () => {
  const { connections, socket, ask, text } = await setUp();
  const [answer] = await ask();
  answer?.end("done");
  await expect.poll(text).toContain("done");
  connections.endIdle(60_000);
  const [next] = await ask();
  next?.end("next");
  await expect.poll(text).toContain("next");
  connections.endIdle(0);
  await ended(socket);
  expect(connections.count()).toBeLessThanOrEqual(1);
});
