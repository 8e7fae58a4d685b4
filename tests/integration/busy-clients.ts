import { Agent, get } from "node:http";
import type { Socket } from "node:net";

/** Clients that each send one request after the other over a keep-alive connection. */
export interface BusyClients {
  answered(): number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Error messages of requests that failed after their connection was established. */
  readonly broken: string[];
  /** Resolves when every client has ended: it was refused a connection, or stopped. */
  readonly refused: Promise<void>;
  /** Stops the clients. Each waits for the response to its current request. */
  stop(): Promise<void>;
}

/**
 * Starts clients that send requests until a connection is refused or `stop` is called.
 *
 * @param paths requested in turn; each client starts at another path
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

/** Sends a GET. Resolves with the status, "refused" without a connection, or an error message. */
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
