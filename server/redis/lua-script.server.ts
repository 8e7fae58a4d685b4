import { createHash } from "node:crypto";

/** A script that Redis runs as one atomic step. */
export interface LuaScript {
  /** What metrics call it. */
  name: string;
  text: string;
  /** By which the server knows it. */
  sha: string;
}

export function luaScript(name: string, text: string): LuaScript {
  return { name, text, sha: createHash("sha1").update(text).digest("hex") };
}

/** Sets `now`, in milliseconds since 1970: the server's own clock, so that instances whose clocks differ agree. */
export const LUA_NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
