import { clientNetwork, networksOf } from "../process/client-address.server";
import type { LimitName, Use } from "../limits/limits.server";
import type { Before } from "../session/idempotent-calls.server";
import {
  failedCall,
  unanswered,
  type CallParts,
  type CallResult,
  type Message,
} from "./call-results.server";
import { apply } from "./journey.server";
import type { DeletionSession, LimitRefusal } from "./places.server";
import { keyOf, OTP_SESSION_MS } from "./session.server";

export interface SendCodeRequest {
  /** E.164. */
  phone: string;
  /** The id of the session that waits for a code and asks for another one. */
  id?: string;
  /** Limits count the network that this address belongs to. */
  clientAddress: string;
  /**
   * The random id of the page that the form stood on; empty for none. Two people who ask for one number at the same
   * moment have two keys, and the limit answers the second.
   */
  idempotencyKey: string;
}

const MAY_BE_SENT: Message = { id: "send.may-be-sent" };

/** Has codes sent. */
export function createSendCode({ authApi, limits, coolDowns, ends, memory, calls }: CallParts) {
  async function send(
    session: DeletionSession | null,
    request: SendCodeRequest,
    before: Before,
  ): Promise<CallResult> {
    const { phone, clientAddress } = request;
    const again = await repeated(session, request);
    if (again !== null) return again;
    const over = (cause: LimitRefusal["cause"], until: number): CallResult => {
      const note = before === "lost" ? MAY_BE_SENT : undefined;
      return { type: "sending-limited", refusal: { cause, until }, note };
    };
    const coolDown = coolDowns.until(phone);
    if (coolDown > 0) return over("send", coolDown);
    const ofPhone = sendingUses(phone, clientAddress);
    const taken = await limits.take([...ofPhone, ofNetwork(clientAddress)]);
    if (!taken.ok) return over(causeOf(taken.rule), taken.until);
    try {
      const { sessionId, deletedBefore } = await authApi.sendOtp(phone);
      const codeUntil = Date.now() + OTP_SESSION_MS;
      const id = await memory.newSessionId();
      const result: CallResult =
        sessionId === null || deletedBefore !== null
          ? { type: "deleted-before", id, deletedAt: deletedBefore?.deletedAt ?? null }
          : { type: "code-sent", id, phone, otpSession: sessionId, codeUntil };
      await calls.keep(requestKey(request), result, codeUntil);
      return result;
    } catch (error) {
      const { result, coolDownUntil } = failedCall("send", error, [phone]);
      if (result.mayHaveHappened) {
        return { ...result, note: MAY_BE_SENT, retryAt: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(ofPhone);
      if (coolDownUntil === undefined) return result;
      coolDowns.note(phone, coolDownUntil);
      return over("send", coolDownUntil);
    }
  }

  /** What the request has brought, whatever became of it since; null for nothing. */
  const brought = (request: SendCodeRequest) => calls.find(requestKey(request));

  /** What the request has brought, if its session still stands and is not the one that the browser holds. */
  async function repeated(session: DeletionSession | null, request: SendCodeRequest) {
    const result = await brought(request);
    const begun = result && apply(null, result).session;
    if (begun === null || (session !== null && keyOf(session) === keyOf(begun))) return null;
    return (await ends.of(begun)) === null ? result : null;
  }

  return {
    /** @param session where the person stands */
    async run(session: DeletionSession | null, request: SendCodeRequest): Promise<CallResult> {
      const key = requestKey(request);
      const call = (before: Before) => send(session, request, before);
      const about = request.id === undefined ? key : `send ${request.id}`;
      if (about === null) return call("known");
      const result = await calls.run(key ?? about, about, call);
      return result ?? { ...unanswered("send"), note: MAY_BE_SENT };
    },
    repeated,
    brought,
    /** From when on a code can be sent to a number, in milliseconds since 1970; 0 when it can be now. */
    async freeAt(phone: string, clientAddress: string): Promise<number> {
      const uses = [...sendingUses(phone, clientAddress), ofNetwork(clientAddress)];
      return Math.max(await limits.freeAt(uses), coolDowns.until(phone));
    },
  };
}

/** What only the same request holds; null for one without an idempotency key, as anybody may know the number. */
const requestKey = ({ id, phone, idempotencyKey }: SendCodeRequest) =>
  idempotencyKey === "" ? null : `send ${id ?? phone} ${idempotencyKey}`;

/**
 * The counts that decide when a number may get its next code: for those who ask from one network, so that nobody
 * elsewhere uses up what its owner may have, and for all together.
 *
 * @param clientAddress counted as the widest of its networks, so that the owner of a /48 counts once
 */
export function sendingUses(phone: string, clientAddress: string): Use[] {
  const from = `${phone} ${networksOf(clientAddress).at(-1)?.name}`;
  return [
    { rule: "sendAgain", key: from },
    { rule: "sendPerHour", key: from },
    { rule: "sendPerNumber", key: phone },
  ];
}

/** Never given back: whoever asks for numbers that the auth API refuses would have a register of those it knows. */
const ofNetwork = (clientAddress: string): Use => ({
  rule: "sendPerAddress",
  key: clientNetwork(clientAddress),
});

/** Which of the sending limits a rule is, to the person. */
function causeOf(rule: LimitName): LimitRefusal["cause"] {
  if (rule === "sendPerAddress") return "network";
  if (rule === "sendPerNumber") return "number";
  return rule === "sendPerHour" ? "hour" : "minute";
}
