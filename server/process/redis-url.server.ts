import type { RedisOptions } from "ioredis";

/** The forms of `REDIS_URL`, for an error message. */
export const REDIS_URL_FORMS =
  "redis://HOST:PORT[/DB] or redis+sentinel://HOST:PORT,HOST:PORT/NAME[/DB]; rediss:// and rediss+sentinel:// for TLS";

/** Options of a connection. ioredis declares `replyMapping` in two ways that exclude each other. */
export type ConnectionOptions = Omit<RedisOptions, "replyMapping">;

/** Where Redis is found: at an address, or through sentinels. */
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
 * Parses `REDIS_URL`. User and password of a sentinel URL are the primary's; those of the sentinels are the parameters
 * `sentinelUsername` and `sentinelPassword`.
 *
 * @returns null when the text is not such a URL
 */
export function readRedisUrl(text: string): RedisAddress | null {
  try {
    if (/^rediss?:/.test(text)) {
      const { hostname, pathname, searchParams } = new URL(text);
      // ioredis interprets every other parameter as an option of its own.
      const allowed = [...searchParams.keys()].every((name) => name === "family");
      return hostname !== "" && DIRECT.test(pathname) && allowed
        ? { kind: "direct", url: text }
        : null;
    }
    const options = sentinelOptions(text);
    return options && { kind: "sentinel", options };
  } catch {
    // Not a URL, or an invalid percent escape.
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
    sentinels: sentinels.filter((address) => address !== null),
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
