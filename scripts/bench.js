import { ensureInstalled, enterProject } from "./install.js";
import { runTypeScript } from "./node-bundle.js";

enterProject();
await ensureInstalled();
await runTypeScript("bench", "tests/bench/main.ts");
