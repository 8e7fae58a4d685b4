/** A script that Redis runs as one atomic step. */
export interface LuaScript {
  /** What metrics call it. */
  name: string;
  text: string;
}

export const luaScript = (name: string, text: string): LuaScript => ({ name, text });

/** Sets `now`, in milliseconds since 1970: the server's own clock, so that instances whose clocks differ agree. */
export const LUA_NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
