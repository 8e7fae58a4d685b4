import { clientNetwork, networksOf } from "../process/client-address.server";
import type { LimitName } from "../limits/limit-rules.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { failedCall, unanswered } from "./failed-call.server";
import type { Before, IdempotentCalls } from "./idempotent-calls.server";
import { apply, type CallResult } from "./journey.server";
import type { Message } from "./messages.server";
import type { DeletionSession, LimitRefusal } from "./places.server";
import { keyOf, OTP_SESSION_MS } from "./session.server";
import type { SessionEnds } from "./session-end.server";

export interface SendCodeParts {
  authApi: AuthApi;
  limits: Limits;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  calls: IdempotentCalls<CallResult>;
}

export interface SendCodeRequest {
  /** E.164. */
  phone: string;
  /** Of the session that waits for a code and asks for another one. */
  id?: string;
  /** Counted as its network. */
  clientAddress: string;
  /**
   * The random id of the page that the form stood on; empty for none. Two people who ask for one number at the same
   * moment have two keys, and the limit answers the second.
   */
  idempotencyKey: string;
}

export interface SendCode {
  /**
   * Has a code sent.
   *
   * @param session where the person stands
   */
  run(session: DeletionSession | null, request: SendCodeRequest): Promise<CallResult>;
  /** What the same request has brought, where the browser does not hold it yet and it still stands; null for none. */
  repeated(session: DeletionSession | null, request: SendCodeRequest): Promise<CallResult | null>;
  /** What the request has brought, whatever became of it since; null for none. */
  brought(request: SendCodeRequest): Promise<CallResult | null>;
  /** From when on a code can be sent to a number; 0 when it can be now. */
  freeAt(phone: string, clientAddress: string): Promise<number>;
}

const MAY_BE_SENT: Message = { id: "send.may-be-sent" };

export function createSendCode(parts: SendCodeParts): SendCode {
  const { authApi, limits, coolDowns, ends, memory, calls } = parts;

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
      const key = keyOfRequest(request);
      if (key !== null) await calls.keep(key, result, codeUntil);
      return result;
    } catch (error) {
      const { result, coolDownUntil } = failedCall("send", error, [phone, phone.slice(3)]);
      if (result.mayHaveHappened) {
        return { ...result, note: MAY_BE_SENT, retryAt: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(ofPhone);
      if (coolDownUntil === undefined) return result;
      coolDowns.note(phone, coolDownUntil);
      return over("send", coolDownUntil);
    }
  }

  async function brought(request: SendCodeRequest): Promise<CallResult | null> {
    const key = keyOfRequest(request);
    return key === null ? null : calls.find(key);
  }

  async function repeated(
    session: DeletionSession | null,
    request: SendCodeRequest,
  ): Promise<CallResult | null> {
    const result = await brought(request);
    const begun = result && apply(null, result).session;
    if (begun === null || (session !== null && keyOf(session) === keyOf(begun))) return null;
    return (await ends.of(begun)) === null ? result : null;
  }

  return {
    async run(session, request) {
      const key = keyOfRequest(request);
      const call = (before: Before) => send(session, request, before);
      if (key === null && request.id === undefined) return call("known");
      const { id } = request;
      const about = id === undefined ? (key ?? "") : `send ${id}`;
      return (
        (await calls.run(key ?? about, about, call)) ?? { ...unanswered("send"), note: MAY_BE_SENT }
      );
    },
    repeated,
    brought,
    async freeAt(phone, clientAddress) {
      const uses = [...sendingUses(phone, clientAddress), ofNetwork(clientAddress)];
      return Math.max(await limits.freeAt(uses), coolDowns.until(phone));
    },
  };
}

/** What only the same request holds; null for one without an idempotency key, as anybody may know the number. */
const keyOfRequest = ({ id, phone, idempotencyKey }: SendCodeRequest) =>
  idempotencyKey === "" ? null : `send ${id ?? phone} ${idempotencyKey}`;

/**
 * The counts that decide when a number may get its next code: for those who ask from one network, so that nobody
 * elsewhere uses up what its owner may have, and for all together.
 *
 * @param clientAddress counted as the widest of its networks: who owns a /48 is not to be many
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
