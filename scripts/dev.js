import { existsSync } from "node:fs";
import { buildTools, ensureInstalled, enterProject } from "./project.js";

enterProject();
await ensureInstalled();
await buildTools();
if (existsSync(".env")) process.loadEnvFile();
process.env.NODE_ENV = "development";
const { PORT, HOST } = process.env;
const { createServer } = await import("vite");
const vite = await createServer({
  server: { port: Number(PORT || 3000), strictPort: true, ...(HOST && { host: HOST }) },
});
// Loaded before the first request, so that this request, too, passes through the product's HTTP layer.
await vite.ssrLoadModule("virtual:remix/server-build");
await vite.listen();
vite.printUrls();
