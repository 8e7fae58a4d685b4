import type { Plugin } from "vite";
import { contentFiles } from "./content-files";
import { contentProblems } from "./content-problems";

/**
 * Stops the build when content in app/content is invalid. The check runs here and not where the content
 * is used, so that no schema is sent to the browser.
 */
export function checkedContent(): Plugin {
  return {
    name: "checked-content",
    buildStart() {
      const problems = contentProblems(contentFiles);
      if (problems.length > 0) {
        this.error(
          `The content is not usable:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
        );
      }
    },
  };
}
