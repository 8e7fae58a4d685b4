import { readFileSync, watch } from "node:fs";

// Loaded into a server under test before its own code: its wall clock is ahead by as many seconds as a file says. What
// goes by the monotonic clock (timers, performance.now) is as it is, as when a machine's clock is set.
const file = process.env.CLOCK_FILE ?? "";
let aheadMs = 0;

const read = () => {
  aheadMs = Number(readFileSync(file, "utf8")) * 1000;
};
read();
watch(file, { persistent: false }, read);

const now = Date.now.bind(Date);
Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, subclass) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, subclass),
});
