import { vi } from "vitest";
import type { FaultyUpstream } from "../support/faulty-upstream";
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

/** Ends the wait for answers when the upstream has got this number of calls, instead of after its time. */
export function endWaitAfter(calls: number, upstream: FaultyUpstream): void {
  const wait = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(wait.signal);
  void vi.waitUntil(() => upstream.count() === calls, 60_000).then(() => wait.abort());
}
