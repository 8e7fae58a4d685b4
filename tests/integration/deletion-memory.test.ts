import { describe, expect, it } from "vitest";
import { createDeletionMemory } from "server/deletion/deletion-memory.server";
import { pageIdOf } from "server/deletion/session.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import { redisMissing } from "../support/redis-server";
import { PREFIX, silent, useRedis } from "../support/use-redis";

const memoryIn = (redis: Redis | null) => createDeletionMemory(redis, (text) => `#${text}`);
type Memory = ReturnType<typeof memoryIn>;

/** Starts a session. Resolves with the id by which pages name it. */
const begin = async (memory: Memory) =>
  pageIdOf({ at: "not-registered", id: await memory.newSessionId() }) ?? "";

/** Two instances; the first one's connection can be cut. */
async function twoInstances(shared: ReturnType<typeof useRedis>) {
  const [one, other] = [await shared.connect(), await shared.connect()];
  return { here: memoryIn(one), there: memoryIn(other), cut: () => one.close() };
}

describe.skipIf(redisMissing)("the memory of deletions that instances share", () => {
  const shared = useRedis();

  it("knows on each instance which deletions another has sent, until the mark is removed", async () => {
    const { here, there } = await twoInstances(shared);
    const session = await begin(here);
    expect(await there.sentBefore(session)).toBe("no");
    const marked = await here.mark(session);
    expect(marked?.before).toBe("no");
    expect(await there.sentBefore(session)).toBe("yes");
    marked?.forget();
    expect(await here.sentBefore(session)).toBe("no");
  });

  it.each(["first", "second"])(
    "keeps the mark of a session when the %s of two deletions is refused",
    async (refused) => {
      const { here, there } = await twoInstances(shared);
      const session = await begin(here);
      const marks = { first: await here.mark(session), second: await there.mark(session) };
      expect(marks.second?.before).toBe("yes");
      marks[refused as keyof typeof marks]?.forget();
      expect(await memoryIn(await shared.connect()).sentBefore(session)).toBe("yes");
    },
  );

  it("removes the marks of deletions that did not happen, also during concurrent calls", async () => {
    const { here, there } = await twoInstances(shared);
    const sessions = await Promise.all([1, 2, 3].map(() => begin(here)));
    const marking = sessions.map((session) => here.mark(session));
    void here.sentBefore("another");
    for (const marked of await Promise.all(marking)) {
      expect(marked?.before).toBe("no");
      marked?.forget();
    }
    await here.newSessionId();
    for (const session of sessions) expect(await there.sentBefore(session)).toBe("no");
  });

  it("does not take its own mark for another instance's after Redis' response was lost", async () => {
    const { here, there } = await twoInstances(shared);
    const session = await begin(here);
    await shared.server.kill();
    const marking = here.mark(session);
    await shared.server.startAgain();
    const marked = await marking;
    expect(marked?.before).toBe("unknown");
    marked?.forget();
    await here.newSessionId();
    expect(await there.sentBefore(session)).toBe("unknown");
  });

  it("allows a cut-off instance to send deletions only of earlier sessions, and only once the others know of its disconnection", async () => {
    const { here, there, cut } = await twoInstances(shared);
    const [session, other] = [await begin(here), await begin(here)];
    cut();
    const marked = await here.mark(session);
    expect(marked?.before).toBe("unknown");
    for (const one of [session, other]) expect(await there.sentBefore(one)).toBe("unknown");
    expect(await here.sentBefore(session)).toBe("yes");
    const later = await begin(there);
    expect(await here.mark(later)).toBeNull();
    expect(await there.sentBefore(later)).toBe("no");
  });

  it("lets a process that never reached Redis send deletions only of sessions that it began itself", async () => {
    const sharedSession = await begin(memoryIn(await shared.connect()));
    const unreachable = createRedis({
      url: "redis://127.0.0.1:1",
      prefix: PREFIX,
      logger: silent,
    });
    const alone = memoryIn(unreachable);
    const ownSession = await begin(alone);
    expect(await alone.mark(sharedSession)).toBeNull();
    expect(await alone.sentBefore(sharedSession)).toBe("unknown");
    expect((await alone.mark(ownSession))?.before).toBe("unknown");
    expect(await alone.sentBefore(ownSession)).toBe("yes");
    unreachable.close();
  });

  it.each<[string, string?, string?]>([
    ["FLUSHALL"],
    ["DEL", "name"],
    ["DEL", "instances"],
    ["DEL", "ends"],
    ["DEL", "marks"],
    // An instance of an earlier release does so before it sends a deletion.
    ["SET", "", "its memory"],
  ])("starts with an empty memory after %s %s", async (command, part, value) => {
    const redis = await shared.connect();
    const memory = memoryIn(redis);
    const session = await begin(memory);
    const key = `${redis.prefix}deletion:memory${part && `:${part}`}`;
    await shared.server.command(
      command,
      ...(part === undefined ? [] : [key]),
      ...(value ? [value] : []),
    );
    expect(await memory.sentBefore(session)).toBe("unknown");
    expect(await memory.sentBefore(await begin(memory))).toBe("no");
  });
});
