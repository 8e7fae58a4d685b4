const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * Finds where answers end on a connection that has one request under way at a time, and does nothing else: a
 * parser that makes objects of headers costs the asking core several times what the fastest server costs its own.
 */
export class AnswerReader {
  /** Of the answer under way, or of the last one. */
  status = 0;
  /** Bytes of its body so far, as they came over the connection. */
  bodyBytes = 0;
  #head = "";
  /** Bytes of the body that are still to come; `chunked`: until the last chunk. @type {number | "chunked" | undefined} */
  #left = undefined;
  #tail = "";

  /**
   * @param {Buffer} chunk what arrived; not kept
   * @returns {boolean} whether the answer is complete
   */
  read(chunk) {
    if (this.#left !== undefined) return this.#readBody(chunk);
    const end = chunk.indexOf(HEAD_END);
    if (this.#head === "" && end !== -1)
      return this.#begin(chunk.toString("latin1", 0, end), chunk, end);
    // A head in several pieces is rare: joined as text, byte for byte.
    this.#head += chunk.toString("latin1");
    const whole = Buffer.from(this.#head, "latin1");
    const wholeEnd = whole.indexOf(HEAD_END);
    return wholeEnd !== -1 && this.#begin(whole.toString("latin1", 0, wholeEnd), whole, wholeEnd);
  }

  /** @param {string} head @param {Buffer} chunk that the head ends in @param {number} end */
  #begin(head, chunk, end) {
    this.status = Number(head.slice(9, 12));
    this.bodyBytes = 0;
    this.#head = "";
    this.#tail = "";
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#left = length === undefined ? "chunked" : Number(length);
    if (this.status === 304 || this.status === 204) this.#left = 0;
    // The line break before the body: the only chunk may be the last one.
    return this.#readBody(chunk.subarray(this.#left === "chunked" ? end + 2 : end + 4));
  }

  /** @param {Buffer} chunk */
  #readBody(chunk) {
    this.bodyBytes += chunk.length;
    let complete;
    if (this.#left === "chunked") {
      this.#tail = (this.#tail + chunk.toString("latin1", Math.max(0, chunk.length - 7))).slice(-7);
      complete = this.#tail === LAST_CHUNK;
    } else {
      this.#left = /** @type {number} */ (this.#left) - chunk.length;
      complete = this.#left <= 0;
    }
    if (complete) this.#left = undefined;
    return complete;
  }
}
