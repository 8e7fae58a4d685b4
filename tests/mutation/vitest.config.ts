import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { checkedContent } from "../../scripts/content/checked-content";
import { compiledCatalogues } from "../../scripts/content/compiled-catalogues";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The first failure is enough to find a mutant: tests that are quick come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

/** The tests that judge mutants: what needs a server of its own takes too long for thousands of them. */
export default defineConfig({
  plugins: [checkedContent(), compiledCatalogues()],
  resolve: { alias: { "~": folder("app"), server: folder("server") } },
  test: {
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    sequence: { sequencer: QuickFirst },
    // One worker for all files of a run: starting it costs more than most tests.
    isolate: false,
    // A mutant that never answers ends with its test.
    testTimeout: 20_000,
  },
});
