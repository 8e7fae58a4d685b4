import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";
import { runTypeScript } from "./node-bundle.js";

enterProject();
await ensureInstalled();
await ensureBuilt();
await runTypeScript("torture", "tests/torture/main.ts");
