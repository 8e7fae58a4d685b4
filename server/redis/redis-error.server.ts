/**
 * Why a command has no answer. `not-sent`: the command was not sent; `timeout` and `connection`: it is unknown whether
 * the command ran; `refused`: the server is full or a replica; `error`: the server could not run this command.
 */
export type RedisFailure = "not-sent" | "timeout" | "connection" | "refused" | "error";

/** The only error that this folder throws. Its message names the failure and never contains data of the command. */
export class RedisError extends Error {
  constructor(
    readonly kind: RedisFailure,
    message: string,
  ) {
    super(message);
    this.name = "RedisError";
  }
}

/** The answer of Redis, or the result of `fallback` after a RedisError; any other error is thrown. */
export async function withFallback<T>(
  pending: Promise<T>,
  fallback: () => T | Promise<T>,
): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof RedisError) return fallback();
    throw error;
  }
}

/** Error answers of a server that accepts no writes at the moment. */
const REFUSALS = /(?:^|-)(OOM|READONLY|MISCONF|NOREPLICAS)\b/;

/** Error answers of a server that is not ready for any client, or that rejects this client. */
const UNAVAILABLE = /^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS|NOPERM)\b/;

/** Error answers of a replica. */
const REPLICA = /(?:^|-)(?:READONLY|MASTERDOWN)\b/;

/** Whether an error is an error answer of a replica. */
export function isReplica(error: Error): boolean {
  return error.name === "ReplyError" && REPLICA.test(error.message);
}

/** Reduces an error answer to its code, because its text and fields quote the command and thereby data. */
export function redisError(error: unknown): RedisError {
  if (error instanceof RedisError) return error;
  if (!(error instanceof Error)) return new RedisError("connection", "no connection");
  if (error.name !== "ReplyError") return new RedisError("connection", connectionText(error));
  const refusal = REFUSALS.exec(error.message)?.[1];
  if (refusal !== undefined) return new RedisError("refused", refusal);
  const code = /^[A-Z]+/.exec(error.message)?.[0] ?? "ERR";
  return new RedisError(UNAVAILABLE.test(error.message) ? "connection" : "error", code);
}

/** Reason of a connection failure, such as `ECONNREFUSED`. Network messages may name the host, never the password. */
function connectionText(error: Error): string {
  if (error.message.startsWith("All sentinels are unreachable")) {
    const [code] = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/.exec(error.message) ?? [];
    if (code !== undefined) return `the sentinels say ${code}`;
    const failed = error.message.includes("Last error");
    return failed ? "no sentinel answers" : "the sentinels know no primary of that name";
  }
  return "code" in error && typeof error.code === "string" ? error.code : "no connection";
}
