import { createServer } from "vite";
import { readEnvFile } from "../server/process/env-file.server.js";

const { PORT, HOST } = { ...readEnvFile(".env").values, ...process.env };
process.env.NODE_ENV = "development";
const vite = await createServer({
  server: { port: Number(PORT || 3000), strictPort: true, ...(HOST && { host: HOST }) },
});
// Loaded before the first request, so that this request, too, passes through the product's HTTP layer.
await vite.ssrLoadModule("virtual:remix/server-build");
await vite.listen();
vite.printUrls();
