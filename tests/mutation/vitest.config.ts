import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { checkedContent } from "../../scripts/content/checked-content";
import { compiledCatalogues } from "../../scripts/content/compiled-catalogues";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The first failure is enough to find a mutant: tests that are quick come first, those that need Redis last. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    return longestFirst
      .reverse()
      .sort((one, other) => Number(needsRedis(one)) - Number(needsRedis(other)));
  }
}

const needsRedis = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/integration/");

/** The tests that judge mutants: those that run the server's modules in their own process. */
export default defineConfig({
  plugins: [checkedContent(), compiledCatalogues()],
  resolve: { alias: { "~": folder("app"), server: folder("server") } },
  test: {
    include: [
      "tests/unit/**/*.test.{ts,tsx}",
      "tests/integration/{redis-limits,redis-slots,redis-deletion,shared-tier}.test.ts",
    ],
    sequence: { sequencer: QuickFirst },
    // One worker for all files of a run: starting it costs more than most tests.
    isolate: false,
    // A mutant that never answers ends with its test.
    testTimeout: 20_000,
  },
});
