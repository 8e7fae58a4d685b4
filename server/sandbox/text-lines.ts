import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** Longest line that is read whole, in UTF-16 units; a longer one comes out cut, yet longer than this. */
export const MAX_LINE_LENGTH = 65_536;

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Reads a UTF-8 text file, gzipped or not (told by its first bytes, not by its name), in constant memory.
 * Bytes that are no UTF-8 come out as U+FFFD; a byte order mark is left out.
 *
 * @param onBytesRead called now and then with how many bytes of the file (still gzipped) were read
 * @returns batches of lines without their line ends (`\n` or `\r\n`)
 * @throws the file system's or zlib's error
 */
export async function* readLineBatches(
  file: string,
  onBytesRead: (bytes: number) => void,
): AsyncGenerator<string[]> {
  const gzipped = await isGzip(file);
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  // `pipeline` wants a callback; the error it gets reaches the loop below through the stream.
  const bytes = gzipped ? pipeline(source, createGunzip(), () => {}) : source;
  const decoder = new TextDecoder();
  let pending = "";
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const lines = (pending + decoder.decode(chunk, { stream: true })).split("\n");
    pending = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH + 2);
    onBytesRead(source.bytesRead);
    yield lines.map(withoutCarriageReturn);
  }
  pending += decoder.decode();
  if (pending !== "") yield [withoutCarriageReturn(pending)];
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.equals(GZIP_MAGIC);
  } finally {
    await handle.close();
  }
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
