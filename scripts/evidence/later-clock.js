// Loaded into the second of two builds: it happens a year and a bit after the first.
const LATER_MS = 400 * 86_400_000;

const Now = Date;
globalThis.Date = /** @type {DateConstructor} */ (
  new Proxy(Now, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length > 0 ? args : [Now.now() + LATER_MS], self),
    get: (target, name, self) =>
      name === "now" ? () => Now.now() + LATER_MS : Reflect.get(target, name, self),
  })
);
