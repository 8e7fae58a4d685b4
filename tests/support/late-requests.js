import { createHash } from "node:crypto";
import { Server } from "node:http";

// Loaded into a server before its own modules: one request in four reaches it late, by up to a quarter of a second.
const { emit } = Server.prototype;
let count = 0;

Object.assign(Server.prototype, {
  emit(/** @type {string} */ event, /** @type {unknown[]} */ ...args) {
    const arrive = () => Reflect.apply(emit, this, [event, ...args]);
    if (event !== "request") return arrive();
    const [request] = /** @type {import("node:http").IncomingMessage[]} */ (args);
    setTimeout(() => request?.socket.destroyed || arrive(), delayMs());
    return true;
  },
});

/** By chance, which the seed decides. */
function delayMs() {
  count += 1;
  const byte = createHash("md5").update(`${process.env.SHAKE_SEED} ${count}`).digest().readUInt8();
  return byte < 64 ? byte * 4 : 0;
}
