/** A text file that is the same for everybody, and that browsers and crawlers may keep for an hour. */
export function publicFile(type: string, lines: string[]): Response {
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": type, "Cache-Control": "max-age=3600" },
  });
}
