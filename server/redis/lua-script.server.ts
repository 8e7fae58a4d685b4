/** A script that Redis runs as one atomic step. */
export interface LuaScript {
  name: string;
  text: string;
}

export const luaScript = (name: string, text: string): LuaScript => ({ name, text });

/** Lua code that sets `now` in milliseconds since 1970 by the clock of Redis. Clocks of instances may differ. */
export const LUA_NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;
