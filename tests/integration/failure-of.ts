import { UpstreamError } from "server/upstream/upstream-error.server";

/** Resolves with the UpstreamError that a call rejects with. @throws Error on any other outcome */
export async function expectUpstreamError(call: Promise<unknown>): Promise<UpstreamError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof UpstreamError) return error;
  throw new Error(`expected an UpstreamError, got ${String(error)}`);
}
