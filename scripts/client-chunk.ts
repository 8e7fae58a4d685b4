const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//;

/** Drawn by few pages, and heavy: left to the routes that show them. */
const APART = /app\/ui\/(bar-|line-|late-)?chart|app\/ui\/carousel\//;

const FILM = /app\/ui\/(film\/|film-hero|phone)/;

const SHELL = /app\/(ui|features\/shell)\/|lucide-react/;

/**
 * In which file a module reaches the browser. Left alone, the bundler makes a script and a style sheet of
 * every piece that two pages share: dozens of requests, a few hundred bytes each, before a page is painted.
 *
 * @param id the module's path
 * @returns the chunk's name; `undefined` where the bundler may decide
 */
export function clientChunk(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return "framework";
  if (APART.test(id)) return undefined;
  if (FILM.test(id)) return "film";
  if (SHELL.test(id)) return "shell";
  return undefined;
}
