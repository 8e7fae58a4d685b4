import { ensureInstalled } from "./install.js";

ensureInstalled();
// Only now, because it needs the dependencies that may just have been installed.
const { renderMedia } = await import("./media/command.js");
await renderMedia(process.argv.slice(2));
