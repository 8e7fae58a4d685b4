import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { checkedContent } from "../../scripts/content/checked-content";
import { compiledCatalogues } from "../../scripts/content/compiled-catalogues";

const folder = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The first failure is enough to find a mutant: tests that found the one before come first, then those that are quick. */
class LikelyFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const likelihood = ({ project, moduleId }: TestSpecification) => {
      const key = `${project.name}:${relative(this.ctx.config.root, moduleId)}`;
      const { failed = false, duration = 0 } = this.ctx.cache.getFileTestResults(key) ?? {};
      return (failed ? 1 : 0) + 1 / (2 + duration);
    };
    return Promise.resolve([...files].sort((one, other) => likelihood(other) - likelihood(one)));
  }
}

/** The tests that judge mutants: what needs a server of its own takes too long for thousands of them. */
export default defineConfig({
  plugins: [checkedContent(), compiledCatalogues()],
  resolve: { alias: { "~": folder("app"), server: folder("server") } },
  test: {
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    sequence: { sequencer: LikelyFirst },
    // A mutant that never answers ends with its test.
    testTimeout: 20_000,
  },
});
