import { Agent, get } from "node:http";
import type { Socket } from "node:net";

/** Clients that ask again as soon as they are answered, each over one connection that it keeps. */
export interface BusyClients {
  /** Complete answers so far. */
  answered(): number;
  /** What went wrong with requests that were sent on an established connection. */
  readonly broken: string[];
  /** Settles when every client has been refused a connection. */
  readonly refused: Promise<void>;
}

/**
 * Starts them; each goes on until a connection is refused.
 *
 * @param paths asked for in turn
 */
export function startBusyClients(origin: string, count: number, paths: string[]): BusyClients {
  const broken: string[] = [];
  let answered = 0;

  async function client(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; ; turn += 1) {
      const outcome = await ask(`${origin}${paths[turn % paths.length]}`, agent);
      if (outcome === "refused") return agent.destroy();
      if (outcome === "answered") answered += 1;
      else broken.push(outcome);
    }
  }

  const all = Promise.all(Array.from({ length: count }, (_, index) => client(index)));
  return { answered: () => answered, broken, refused: all.then(() => undefined) };
}

function ask(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    let connected = false;
    const request = get(url, { agent }, (answer) => {
      answer.once("end", () => resolve("answered"));
      answer.once("error", (error) => resolve(`cut: ${error.message}`));
      answer.resume();
    });
    request.once("socket", (socket: Socket) => {
      if (!socket.connecting) connected = true;
      else socket.once("connect", () => (connected = true));
    });
    request.once("error", (error) => resolve(connected ? error.message : "refused"));
  });
}
