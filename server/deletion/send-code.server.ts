import { clientNetwork } from "../process/client-address.server";
import type { LimitName, Use } from "../limits/limits.server";
import type { PriorEffect } from "../session/idempotent-calls.server";
import {
  failedCall,
  unanswered,
  type CallParts,
  type CallResult,
  type Message,
} from "./call-results.server";
import { apply } from "./journey.server";
import type { DeletionSession, LimitRefusal } from "./places.server";
import { sessionKey, OTP_SESSION_MS } from "./session.server";

export interface SendCodeRequest {
  /** Phone number in E.164. */
  phone: string;
  /** The id of the waiting session that requests another code. */
  id?: string;
  /** Limits count the network that this address belongs to. */
  clientAddress: string;
  /**
   * Random idempotency key of the form's page; empty for none. Two people who request a code for one number at the same
   * time have two keys, so the limit refuses the second.
   */
  idempotencyKey: string;
}

const MAY_BE_SENT: Message = { id: "send.may-be-sent" };

/** Creates the step that sends codes. */
export function createSendCode({ authApi, limits, coolDowns, ends, memory, calls }: CallParts) {
  async function send(
    session: DeletionSession | null,
    request: SendCodeRequest,
    before: PriorEffect,
  ): Promise<CallResult> {
    const { phone, clientAddress } = request;
    const repeatedResult = await repeated(session, request);
    if (repeatedResult !== null) return repeatedResult;
    const limited = (cause: LimitRefusal["cause"], until: number): CallResult => {
      const note = before === "lost" ? MAY_BE_SENT : undefined;
      return { type: "sending-limited", refusal: { cause, until }, note };
    };
    const coolDown = coolDowns.until(phone);
    if (coolDown > 0) return limited("send", coolDown);
    const phoneUses = sendingUses(phone, clientAddress);
    const verdict = await limits.take([...phoneUses, networkUse(clientAddress)]);
    if (!verdict.ok) return limited(causeOf(verdict.rule), verdict.until);
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
        return { ...result, note: MAY_BE_SENT, retryAt: await limits.freeAt(phoneUses) };
      }
      await limits.giveBack(phoneUses);
      if (coolDownUntil === undefined) return result;
      coolDowns.note(phone, coolDownUntil);
      return limited("send", coolDownUntil);
    }
  }

  /** The stored result of the request, even if its session has ended since; null when there is none. */
  const brought = (request: SendCodeRequest) => calls.find(requestKey(request));

  /** The stored result of the request, if its session has not ended and is not the one that the browser holds. */
  async function repeated(session: DeletionSession | null, request: SendCodeRequest) {
    const result = await brought(request);
    const next = result && apply(null, result).session;
    if (next === null || (session !== null && sessionKey(session) === sessionKey(next)))
      return null;
    return (await ends.of(next)) === null ? result : null;
  }

  return {
    /** @param session the current session */
    async run(session: DeletionSession | null, request: SendCodeRequest): Promise<CallResult> {
      const key = requestKey(request);
      const call = (before: PriorEffect) => send(session, request, before);
      const about = request.id === undefined ? key : `send ${request.id}`;
      if (about === null) return call("known");
      const result = await calls.run(key ?? about, about, call);
      return result ?? { ...unanswered("send"), note: MAY_BE_SENT };
    },
    repeated,
    brought,
    /** When a code can be sent to a number, in milliseconds since 1970; 0 when it can be sent now. */
    async freeAt(phone: string, clientAddress: string): Promise<number> {
      const uses = [...sendingUses(phone, clientAddress), networkUse(clientAddress)];
      return Math.max(await limits.freeAt(uses), coolDowns.until(phone));
    },
  };
}

/** Identifies a request; null without an idempotency key, because others may know the number. */
const requestKey = ({ id, phone, idempotencyKey }: SendCodeRequest) =>
  idempotencyKey === "" ? null : `send ${id ?? phone} ${idempotencyKey}`;

/**
 * The limits of codes to a number: per client network, so that other networks cannot use up the limit of the number's
 * owner, and for all networks together.
 *
 * @param clientAddress its widest network is counted, so that the owner of a /48 counts once
 */
export function sendingUses(phone: string, clientAddress: string): Use[] {
  const from = `${phone} ${clientNetwork(clientAddress)}`;
  return [
    { rule: "sendAgain", key: from },
    { rule: "sendPerHour", key: from },
    { rule: "sendPerNumber", key: phone },
  ];
}

/** This use is never given back: otherwise refused numbers would be free, and known numbers could be enumerated. */
const networkUse = (clientAddress: string): Use => ({
  rule: "sendPerAddress",
  key: clientNetwork(clientAddress),
});

/** The name of a sending limit in the journey. */
function causeOf(rule: LimitName): LimitRefusal["cause"] {
  if (rule === "sendPerAddress") return "network";
  if (rule === "sendPerNumber") return "number";
  return rule === "sendPerHour" ? "hour" : "minute";
}
