import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Packing } from "../session/sealed-cookie.server";
import type { SealedSession } from "./places.server";
import { LONGEST_TOKEN } from "./session.server";
import { knownReasons } from "./reasons.server";

/** No length of a token begins with it, so releases before formats had a version read none of this. */
const HAS_VERSION = 0xff;

/** Another layout is another version. */
const VERSION = 2;

/** UTF-8 takes up to three bytes for each UTF-16 unit. */
const MOST_BYTES = 3;

/**
 * A session in as few bytes as its length can still be told beforehand, because all of it has to fit one cookie:
 * - the token deflated, which takes back most of what its base64 costs. It is deflated alone: nothing that somebody
 *   typed shares its window, so the length says nothing about its characters (compare RFC 8725 section 3.6);
 * - the free text in UTF-16, so that a letter costs the same in every script;
 * - the rest as JSON, with the reasons by their ids.
 *
 * What a later release has sealed is read as that, and not as nothing: nobody knows what became of its session.
 */
export const packing: Packing<SealedSession> = {
  pack(session) {
    const { token = "", others = "", chosen = [], ...rest } = { ...noSecrets, ...session };
    return Buffer.concat([
      Buffer.from([HAS_VERSION, VERSION]),
      framed(deflateRawSync(token, { level: 9 })),
      framed(Buffer.from(others, "utf16le")),
      Buffer.from(JSON.stringify({ ...rest, ...(chosen.length > 0 && { chosen }) })),
    ]);
  },
  unpack(packed) {
    const bytes = Buffer.from(packed);
    const hasVersion = bytes[0] === HAS_VERSION;
    if (hasVersion && bytes[1] !== VERSION) return { at: "of-a-later-release" };
    const [token, afterToken] = unframed(bytes.subarray(hasVersion ? 2 : 0));
    const [others, json] = unframed(afterToken);
    // Whoever reads it checks it against the schema; here it only has to be an object.
    const { chosen = [], ticked, ...rest } = JSON.parse(json.toString()) as Packed;
    const ids = ticked?.map((index) => TICKED[index] ?? "") ?? chosen;
    const known = knownReasons(ids);
    return {
      ...rest,
      // Reasons that cannot be named are asked for again, before anything is deleted for them.
      ...(rest.at === "confirm" && known.length < ids.length && { at: "reasons" }),
      token: inflateRawSync(token, { maxOutputLength: MOST_BYTES * LONGEST_TOKEN }).toString(),
      others: others.toString("utf16le"),
      chosen: known,
    };
  },
};

interface Packed {
  at: string;
  chosen?: string[];
  /** The reasons in a session of a release before formats had a version: their places in {@link TICKED}. */
  ticked?: number[];
}

const TICKED = ["unused", "unclear", "unneeded", "privacy", "others"];

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
