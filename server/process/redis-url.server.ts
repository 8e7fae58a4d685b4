import type { RedisOptions } from "ioredis";

/** What `REDIS_URL` should be, in words. */
export const REDIS_URL_FORMS =
  "redis://HOST:PORT[/DB] or redis+sentinel://HOST:PORT,HOST:PORT/NAME[/DB]; rediss:// and rediss+sentinel:// for TLS";

/** Options of a connection; that one is declared in two ways that exclude each other. */
export type ConnectionOptions = Omit<RedisOptions, "replyMapping">;

/** Where a Redis is found: at an address, or by asking sentinels. */
export type RedisAddress =
  | { kind: "direct"; url: string }
  | { kind: "sentinel"; options: ConnectionOptions };

const DIRECT = /^\/?\d*$/;

/** Parts: TLS, user and password, sentinels, name of the primary, database, query. */
const SENTINEL =
  /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/?#]+)\/([\w.-]+)(?:\/(\d*))?(?:\?([^#]*))?$/;

const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i;

const SENTINEL_PORT = 26_379;

/**
 * Reads `REDIS_URL`. User and password of a sentinel URL are the primary's; those of the sentinels are its parameters
 * `sentinelUsername` and `sentinelPassword`.
 *
 * @returns null for what is no such URL
 */
export function readRedisUrl(text: string): RedisAddress | null {
  try {
    if (/^rediss?:/.test(text)) {
      const { hostname, pathname, searchParams } = new URL(text);
      // ioredis takes every other parameter for an option of its own.
      const known = [...searchParams.keys()].every((name) => name === "family");
      return hostname !== "" && DIRECT.test(pathname) && known
        ? { kind: "direct", url: text }
        : null;
    }
    const options = sentinelOptions(text);
    return options && { kind: "sentinel", options };
  } catch {
    // No URL, or a percent sign that stands for nothing.
    return null;
  }
}

function sentinelOptions(text: string): ConnectionOptions | null {
  const parts = SENTINEL.exec(text);
  if (!parts) return null;
  const [, secure, userInfo = "", hosts = "", name, database = "", query = ""] = parts;
  const sentinels = hosts.split(",").map(sentinel);
  if (sentinels.includes(null)) return null;
  const [username, ...password] = userInfo.split(":");
  const { sentinelUsername, sentinelPassword, ...unknown } = Object.fromEntries(
    new URLSearchParams(query),
  );
  if (Object.keys(unknown).length > 0) return null;
  return {
    sentinels: sentinels.filter((one) => one !== null),
    name,
    db: Number(database),
    ...credential("username", decodeURIComponent(username ?? "")),
    ...credential("password", decodeURIComponent(password.join(":"))),
    ...credential("sentinelUsername", sentinelUsername),
    ...credential("sentinelPassword", sentinelPassword),
    ...(secure && { enableTLSForSentinelMode: true, tls: {}, sentinelTLS: {} }),
  };
}

function sentinel(text: string): { host: string; port: number } | null {
  const [, ipv6, host = ipv6, port = SENTINEL_PORT] = HOST.exec(text) ?? [];
  const usable = host !== undefined && Number(port) > 0 && Number(port) < 65_536;
  return usable ? { host, port: Number(port) } : null;
}

function credential(name: string, value: string | undefined): ConnectionOptions {
  return value ? { [name]: value } : {};
}
