/** The only error that this folder throws. Its message never contains data of the command. */
export class RedisError extends Error {
  override name = "RedisError";
}

/** Reduces an error of the client to its code, because its text and fields quote the command, address or password. */
export function redisError(error: Error): RedisError {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const reply = error.name === "ReplyError" ? /^[A-Z]+/.exec(error.message)?.[0] : undefined;
  return new RedisError(code ?? reply ?? "no answer");
}
