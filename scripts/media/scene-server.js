import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { PROJECT, SCENES } from "./folders.js";

/** @type {Record<string, URL>} */
const FOLDERS = {
  scenes: SCENES,
  three: new URL("node_modules/three/", import.meta.url),
  fonts: new URL("app/styles/fonts/", PROJECT),
};

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".woff2": "font/woff2" };

/**
 * Serves the scenes to the rendering browsers on loopback, and takes the pictures that they post back.
 *
 * @param {(name: string, png: Buffer) => Promise<void>} receive stores one picture
 * @returns {Promise<{ origin: string, close: () => void }>}
 */
export async function serveScenes(receive) {
  const server = createServer((request, response) => {
    answer(request, receive).then(
      ({ type, body }) => response.setHeader("Content-Type", type).end(body),
      (error) => {
        response.statusCode = error.code === "ENOENT" ? 404 : 500;
        response.end(String(error));
      },
    );
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The scene server has no port");
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {(name: string, png: Buffer) => Promise<void>} receive
 */
async function answer(request, receive) {
  const { pathname } = new URL(request.url ?? "/", "http://scenes"); // resolves any ".." too
  const [, folder = "", ...rest] = pathname.split("/");
  if (request.method === "POST") {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await receive(rest.join("/"), Buffer.concat(chunks));
    return { type: "text/plain", body: "stored" };
  }
  const base = FOLDERS[folder];
  if (!base) throw Object.assign(new Error(`Not served: ${pathname}`), { code: "ENOENT" });
  const body = await readFile(new URL(rest.join("/"), base));
  return { type: TYPES[extname(pathname)] ?? "application/octet-stream", body };
}
