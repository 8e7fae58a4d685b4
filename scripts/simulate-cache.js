import { ensureInstalled, enterProject } from "./install.js";
import { runTypeScript } from "./node-bundle.js";

enterProject();
ensureInstalled();
await runTypeScript("cache-simulation", "tests/bench/cache-simulation.ts");
