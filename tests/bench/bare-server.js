import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// Minimal Node server that sends one response, which it reads from a file.
const [port, file = ""] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body, "base64");
createServer((_request, response) => response.writeHead(status, headers).end(bytes)).listen(port);
