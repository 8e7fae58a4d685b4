import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|json|txt)$/;

/**
 * Compresses every text file that browsers fetch at the highest level, because this is done only once per build. The
 * server finds a file's compressed forms in `compressed` by the same path with `.br` and `.gz`.
 *
 * @param {string} build the folder of the build
 */
export async function compressFiles(build) {
  const files = [`${build}/client`, "public"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => TEXT.test(path))
      .map((path) => ({ path, source: join(folder, path) })),
  );
  await Promise.all(
    files.map(async ({ path, source }) => {
      const text = readFileSync(source);
      const target = join(build, "compressed", path);
      mkdirSync(dirname(target), { recursive: true });
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(text, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
        }),
        promisify(gzip)(text, { level: 9 }),
      ]);
      writeFileSync(`${target}.br`, br);
      writeFileSync(`${target}.gz`, gz);
    }),
  );
}
