import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|json|txt)$/;

/**
 * Compresses every text file of the client at the highest level, because this is done only once per build. The
 * server finds a file's compressed forms beside it, with `.br` and `.gz`.
 *
 * @param {string} build the folder of the build
 */
export async function compressFiles(build) {
  const folder = `${build}/client`;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  await Promise.all(
    files
      .filter((path) => TEXT.test(path))
      .map(async (path) => {
        const file = join(folder, path);
        const text = readFileSync(file);
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(text, {
            params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
          }),
          promisify(gzip)(text, { level: 9 }),
        ]);
        writeFileSync(`${file}.br`, br);
        writeFileSync(`${file}.gz`, gz);
      }),
  );
}
