import { describe, expect, it } from "vitest";
import { createDeletionMemory } from "server/deletion/deletion-memory.server";
import { pageIdOf } from "server/deletion/session.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import { redisMissing } from "../support/redis-server";
import { silent, useRedis } from "../support/use-redis";

const memoryIn = (redis: Redis | null) => createDeletionMemory(redis, (text) => `#${text}`);
type Memory = ReturnType<typeof memoryIn>;

/** What pages name a session by that begins now. */
const begin = async (memory: Memory) =>
  pageIdOf({ at: "not-registered", id: await memory.newSessionId() }) ?? "";
const by = (pageId: string) => ({ idempotencyKey: "a page", pageId });

describe.skipIf(redisMissing)("the memory of deletions that instances share", () => {
  const shared = useRedis();

  it("knows on each of them what was sent on another, until it is taken back", async () => {
    const [here, there] = [memoryIn(await shared.connect()), memoryIn(await shared.connect())];
    const session = by(await begin(here));
    expect(await there.sentBefore(session)).toBe("no");
    const marked = await here.mark(session);
    expect(marked?.before).toBe("no");
    expect(await there.sentBefore(session)).toBe("yes");
    expect((await there.mark(session))?.before).toBe("yes");
    marked?.forget();
    expect(await here.sentBefore(session)).toBe("no");
  });

  it("says of no session that nothing was deleted once an instance that is cut off sends a deletion", async () => {
    const cutOff = await shared.connect();
    const [here, there] = [memoryIn(cutOff), memoryIn(await shared.connect())];
    const [session, other] = [by(await begin(here)), by(await begin(here))];
    cutOff.close();
    expect((await here.mark(session))?.before).toBe("unknown");
    for (const one of [session, other]) expect(await there.sentBefore(one)).toBe("unknown");
    expect(await here.sentBefore(session)).toBe("yes");
    expect(await there.sentBefore(by(await begin(there)))).toBe("no");
  });

  it("lets a process that has not met Redis send deletions of sessions alone that began without it", async () => {
    const named = by(await begin(memoryIn(await shared.connect())));
    const away = createRedis({ url: "redis://127.0.0.1:1", logger: silent });
    const alone = memoryIn(away);
    const unnamed = by(await begin(alone));
    expect(await alone.mark(named)).toBeNull();
    expect(await alone.sentBefore(named)).toBe("unknown");
    expect((await alone.mark(unnamed))?.before).toBe("unknown");
    expect(await alone.sentBefore(unnamed)).toBe("yes");
    away.close();
  });

  it("begins anew with a Redis that has lost it", async () => {
    const memory = memoryIn(await shared.connect());
    const session = by(await begin(memory));
    await shared.server.command("FLUSHALL");
    expect(await memory.sentBefore(session)).toBe("unknown");
  });
});
