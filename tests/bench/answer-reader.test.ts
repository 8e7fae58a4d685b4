import fc from "fast-check";
import { expect, it } from "vitest";
import { AnswerReader } from "./answer-reader.js";

const sized = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nX-Other: 1\r\n\r\n${body}`;
const chunked = (...chunks: string[]) =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks
    .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    .join("")}0\r\n\r\n`;

const answers = [
  { name: "of a known length", text: sized("hello"), status: 200 },
  { name: "of no length", text: sized(""), status: 200 },
  { name: "in chunks", text: chunked("hello", "wonderful world"), status: 200 },
  { name: "in no chunks", text: chunked(), status: 200 },
  { name: "not modified", text: 'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n', status: 304 },
  { name: "an error", text: sized("no").replace("200 OK", "503 Busy"), status: 503 },
];

it.each(answers)("sees the end of an answer $name wherever it is cut", ({ text, status }) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length })), (places) => {
      const cuts = [...new Set([0, ...places, text.length])].sort((a, b) => a - b);
      const pieces = cuts
        .slice(1)
        .map((cut, index) => Buffer.from(text.slice(cuts[index], cut), "latin1"));
      const reader = new AnswerReader();
      // Twice: nothing of an answer is left to the next on its connection.
      for (let answer = 0; answer < 2; answer += 1) {
        const ended = pieces.map((piece) => reader.read(piece));
        expect(ended).toEqual(pieces.map((_, index) => index === pieces.length - 1));
        expect(reader.status).toBe(status);
      }
    }),
  );
});

it("counts the bytes of a body of a known length", () => {
  const reader = new AnswerReader();
  reader.read(Buffer.from(sized("hello")));
  expect(reader.bodyBytes).toBe(5);
});
