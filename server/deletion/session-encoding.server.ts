import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Packing } from "../session/sealed-cookie.server";
import { LONGEST_TOKEN, type DeletionSession } from "./session.server";
import { reasons } from "./reasons.server";

/** UTF-8 takes up to three bytes for each UTF-16 unit. */
const MOST_BYTES = 3;

/**
 * A session in as few bytes as its length can still be told beforehand, because all of it has to fit one cookie:
 * - the token deflated, which takes back most of what its base64 costs. It is deflated alone: nothing that somebody
 *   typed shares its window, so the length says nothing about its characters (compare RFC 8725 section 3.6);
 * - the free text in UTF-16, so that a letter costs the same in every script;
 * - the rest as JSON, with the reasons by their numbers.
 */
export const packing: Packing<DeletionSession> = {
  pack(session) {
    const { token = "", others = "", chosen = [], ...rest } = { ...noSecrets, ...session };
    const ticked = chosen.map((reason) => reasons.findIndex((one) => one === reason));
    return Buffer.concat([
      framed(deflateRawSync(token, { level: 9 })),
      framed(Buffer.from(others, "utf16le")),
      Buffer.from(JSON.stringify({ ...rest, ...(ticked.length > 0 && { ticked }) })),
    ]);
  },
  unpack(packed) {
    const [token, afterToken] = unframed(Buffer.from(packed));
    const [others, json] = unframed(afterToken);
    // Whoever reads it checks it against the schema; here it only has to be an object.
    const { ticked, ...rest } = JSON.parse(json.toString()) as { ticked?: number[] };
    return {
      ...rest,
      token: inflateRawSync(token, { maxOutputLength: MOST_BYTES * LONGEST_TOKEN }).toString(),
      others: others.toString("utf16le"),
      chosen: (ticked ?? []).map((index) => reasons[index]),
    };
  },
};

/** What only some places have. */
const noSecrets: { token?: string; others?: string; chosen?: string[] } = {};

/** Bytes with their number in front, in two bytes. */
function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** What {@link framed} made, and what follows it. */
function unframed(bytes: Buffer): [Buffer, Buffer] {
  const end = 2 + bytes.readUInt16BE();
  return [bytes.subarray(2, end), bytes.subarray(end)];
}
