import { UpstreamError } from "server/upstream/upstream-error.server";

/** The UpstreamError that a call rejects with; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamError) return error;
  throw new Error(`expected an UpstreamError, got ${String(error)}`);
}
