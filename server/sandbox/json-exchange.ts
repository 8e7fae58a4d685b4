import type { IncomingMessage } from "node:http";

/** A request as the sandbox's handlers see it. */
export interface SandboxRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The whole body; throws {@link RequestProblem} when it is over 64 KiB. */
  body(): Promise<Buffer>;
}

export interface SandboxAnswer {
  status: number;
  contentType: string;
  body: string;
}

export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer> | SandboxAnswer;

/** Handlers by method and path, `GET /api/core/trips`. */
export type Routes = Readonly<Record<string, Handler>>;

/** A request that cannot be answered as asked: becomes a failed envelope with this status. */
export class RequestProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "RequestProblem";
  }
}

export function jsonAnswer(status: number, value: unknown): SandboxAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

/** The core API's envelope of an answer. */
export function envelope(data: unknown): SandboxAnswer {
  return jsonAnswer(200, { success: true, data });
}

export function failedEnvelope(status: number, error: string): SandboxAnswer {
  return jsonAnswer(status, { success: false, error });
}

const MAX_BODY_BYTES = 64 * 1024;

/** @throws RequestProblem with status 413 when the body is over 64 KiB */
export async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new RequestProblem(413, "The body is over 64 KiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
