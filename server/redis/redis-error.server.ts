/**
 * Why a command has no answer. `not-sent`: it was not sent; `timeout` and `connection`: nobody knows whether it
 * was run; `refused`: the server is full or a replica; `error`: the server could not run this command.
 */
export type RedisFailure = "not-sent" | "timeout" | "connection" | "refused" | "error";

/** The only error that leaves this folder. Its message names what failed, never what was sent. */
export class RedisError extends Error {
  constructor(
    readonly kind: RedisFailure,
    message: string,
  ) {
    super(message);
    this.name = "RedisError";
  }
}

/** The answer of Redis, or what `otherwise` says when Redis failed; any other error is thrown. */
export async function ifThere<T>(asked: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RedisError) return otherwise();
    throw error;
  }
}

/** Answers of a server that takes no writes at the moment. */
const REFUSALS = /(?:^|-)(OOM|READONLY|MISCONF|NOREPLICAS)\b/;

/** Answers of a server that serves nobody at the moment, or not this client. */
const NOT_THERE = /^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|NOAUTH|WRONGPASS|NOPERM)\b/;

/** Answers of a replica. */
const REPLICA = /(?:^|-)(?:READONLY|MASTERDOWN)\b/;

/** Whether an error is the answer of a replica. */
export function isReplica(error: Error): boolean {
  return error.name === "ReplyError" && REPLICA.test(error.message);
}

/** Keeps the code alone of an error answer: its text and its fields quote the command, and with it data. */
export function redisError(error: unknown): RedisError {
  if (error instanceof RedisError) return error;
  if (!(error instanceof Error)) return new RedisError("connection", "no connection");
  if (error.name !== "ReplyError") return new RedisError("connection", connectionText(error));
  const refusal = REFUSALS.exec(error.message)?.[1];
  if (refusal !== undefined) return new RedisError("refused", refusal);
  const code = /^[A-Z]+/.exec(error.message)?.[0] ?? "ERR";
  return new RedisError(NOT_THERE.test(error.message) ? "connection" : "error", code);
}

/** `ECONNREFUSED`, `ENOTFOUND` …; messages of the network may name the host, never the password. */
function connectionText(error: Error): string {
  if (error.message.startsWith("All sentinels are unreachable")) {
    const [code] = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/.exec(error.message) ?? [];
    if (code !== undefined) return `the sentinels say ${code}`;
    const failed = error.message.includes("Last error");
    return failed ? "no sentinel answers" : "the sentinels know no primary of that name";
  }
  return "code" in error && typeof error.code === "string" ? error.code : "no connection";
}
