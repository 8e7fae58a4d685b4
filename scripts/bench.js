import { ensureInstalled, enterProject } from "./install.js";
import { runTypeScript } from "./node-bundle.js";

enterProject();
ensureInstalled();
await runTypeScript("bench", "tests/bench/main.ts");
