import { expect, it } from "vitest";
import { readRedisUrl } from "server/process/redis-url.server";

it.each([
  "redis://redis:6379",
  "redis://:secret@redis:6379/2",
  "rediss://user:secret@[::1]:6380/0?family=6",
])("the Redis URL %s is the address of a server", (url) => {
  expect(readRedisUrl(url)).toEqual({ kind: "direct", url });
});

it("a Redis URL may name sentinels, which know the address of the primary", () => {
  const sentinels = ["one", "two"].map((host, index) => ({ host, port: 26_379 + index }));
  expect(readRedisUrl("redis+sentinel://one:26379,two:26380/pulse")).toEqual({
    kind: "sentinel",
    options: { sentinels, name: "pulse", db: 0 },
  });
});

it("a Redis URL may contain credentials of the primary and of the sentinels, a database, and TLS for both", () => {
  const url =
    "rediss+sentinel://user:p%40ss@[::1],two:1/pulse.main/3?sentinelUsername=s&sentinelPassword=t%26";
  expect(readRedisUrl(url)).toEqual({
    kind: "sentinel",
    options: {
      sentinels: [
        { host: "::1", port: 26379 },
        { host: "two", port: 1 },
      ],
      name: "pulse.main",
      db: 3,
      username: "user",
      password: "p@ss",
      sentinelUsername: "s",
      sentinelPassword: "t&",
      enableTLSForSentinelMode: true,
      tls: {},
      sentinelTLS: {},
    },
  });
});

it.each([
  "",
  "http://redis",
  "redis://redis/figures",
  "redis+sentinel://one:26379",
  "redis+sentinel://one:26379,/pulse",
  "redis+sentinel://one:66000/pulse",
  "redis+sentinel://one/pulse/x",
  "redis+sentinel://one/pulse?password=x",
  "redis+sentinel://%zz@one/pulse",
])("the Redis URL %j is rejected", (url) => {
  expect(readRedisUrl(url)).toBeNull();
});
