import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { redisProgram } from "../../scripts/test-programs.js";
import { freePort } from "./built-server";
import type { RedisServer } from "./redis-server";

/** What it calls the primary that it watches. */
export const PRIMARY = "pulse";

/** A real sentinel that watches a primary and makes its replica the primary soon after that has died. */
export class RedisSentinel {
  private constructor(
    readonly port: number,
    readonly client: Redis,
    readonly stop: () => Promise<void>,
  ) {}

  /** Resolves when it knows the primary's replica. */
  static async start(
    primary: RedisServer,
    passwords: { primary: string; sentinel: string },
  ): Promise<RedisSentinel> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "pulse-sentinel-"));
    const file = join(folder, "sentinel.conf");
    const settings = [
      `port ${port}`,
      "bind 127.0.0.1",
      `requirepass ${passwords.sentinel}`,
      `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass ${PRIMARY} ${passwords.primary}`,
      `sentinel down-after-milliseconds ${PRIMARY} 500`,
      // A failover that found no replica fit for it is tried again after twice that, by default after six minutes.
      `sentinel failover-timeout ${PRIMARY} 5000`,
    ];
    writeFileSync(file, settings.join("\n"));
    const child = spawn(redisProgram() ?? "", [file, "--sentinel"], { stdio: "ignore" });
    const client = new Redis({ port, password: passwords.sentinel, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    return new RedisSentinel(port, client, async () => {
      client.disconnect();
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** The replicas that it knows to be in step. */
  async replicas(): Promise<number> {
    const answer = (await this.client.call("SENTINEL", "REPLICAS", PRIMARY)) as string[][];
    return answer.filter((fields) => fields[fields.indexOf("master-link-status") + 1] === "ok")
      .length;
  }

  /** Resolves when another server has become the primary. */
  async nextPrimary(): Promise<void> {
    // A connection that listens can ask for nothing.
    const listening = this.client.duplicate();
    listening.on("error", () => undefined);
    await listening.subscribe("+switch-master");
    return once(listening, "message").then(() => listening.disconnect());
  }
}
