import type { Reporter, TestModule } from "vitest/node";

/** Names each failure again in the last lines of the output, which are what one sees first of a long log. */
export default class NameFailures implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules) {
      const { children, relativeModuleId } = module;
      for (const part of [module, ...children.allSuites(), ...children.allTests("failed")]) {
        const name = part.type === "module" ? "" : ` > ${part.fullName}`;
        const errors = part.type === "test" ? part.result().errors : part.errors();
        for (const { message } of errors ?? []) {
          const [firstLine] = message.split("\n");
          process.stdout.write(`FAILED ${relativeModuleId}${name}\n    ${firstLine}\n`);
        }
      }
    }
  }
}
