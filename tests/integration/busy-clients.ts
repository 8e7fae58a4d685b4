import { Agent, get } from "node:http";
import type { Socket } from "node:net";

/** Clients that ask again as soon as they are answered, each over one connection that it keeps. */
export interface BusyClients {
  answered(): number;
  readonly statuses: ReadonlyMap<number, number>;
  /** What went wrong with requests that were sent on an established connection. */
  readonly broken: string[];
  /** Settles when every client has been refused a connection. */
  readonly refused: Promise<void>;
  /** Lets each end with the answer that it waits for. */
  stop(): Promise<void>;
}

/**
 * Starts them; each goes on until a connection is refused, or it is stopped.
 *
 * @param paths asked for in turn
 */
export function startBusyClients(origin: string, count: number, paths: string[]): BusyClients {
  const broken: string[] = [];
  const statuses = new Map<number, number>();
  let stopped = false;

  async function client(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; !stopped; turn += 1) {
      const outcome = await ask(`${origin}${paths[turn % paths.length]}`, agent);
      if (outcome === "refused") break;
      if (typeof outcome === "string") broken.push(outcome);
      else statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    }
    agent.destroy();
  }

  const ended = Promise.all(Array.from({ length: count }, (_, index) => client(index)));
  return {
    answered: () => [...statuses.values()].reduce((sum, answers) => sum + answers, 0),
    statuses,
    broken,
    refused: ended.then(() => undefined),
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

/** The answer's status, or what became of the request instead. */
function ask(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    let connected = false;
    const request = get(url, { agent }, (answer) => {
      answer.once("end", () => resolve(answer.statusCode ?? 0));
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
