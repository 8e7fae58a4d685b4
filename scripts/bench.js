import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.js";

ensureInstalled();
const { runBenchmark } = await import("../tests/bench/run.js");
await runBenchmark(fileURLToPath(new URL("..", import.meta.url)));
