import { clientNetwork } from "../limits/client-network.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { limited, type DeletionOutcome } from "./deletion-outcome.server";
import {
  OTP_SESSION_MS,
  placeOf,
  type CodeSession,
  type DeletionSession,
} from "./deletion-session.server";
import { callFailure } from "./failure-messages.server";
import { next } from "./journey.server";
import { createSingleFlight } from "./single-flight.server";

/** The counts that decide when a number may get its next code. */
export const sendingUses = (phone: string): Use[] => [
  { rule: "sendAgain", key: phone },
  { rule: "sendPerHour", key: phone },
];

export interface SendCodeParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
}

/**
 * Has a code sent.
 *
 * @param session where the person stands, kept when a limit says no
 * @param phone E.164
 * @param clientAddress counted as its network (contract section 8)
 */
export type SendCode = (
  session: DeletionSession | null,
  phone: string,
  clientAddress: string,
) => Promise<DeletionOutcome>;

export function createSendCode({ authApi, limits, fingerprint }: SendCodeParts): SendCode {
  const presses = createSingleFlight<DeletionOutcome>();

  async function send(
    session: DeletionSession | null,
    phone: string,
    network: string,
  ): Promise<DeletionOutcome> {
    const ofPhone = sendingUses(phone);
    const taken = await limits.take([...ofPhone, { rule: "sendPerAddress", key: network }]);
    if (!taken.ok) return over(session, taken.until);
    try {
      const answer = await authApi.sendOtp(phone);
      if (answer.sessionId === null || answer.deletedBefore !== null) {
        const deletedAt = answer.deletedBefore?.deletedAt ?? null;
        return { kind: "moved", session: { at: "reactivation", deletedAt } };
      }
      const code: CodeSession = {
        at: "code",
        id: fingerprint(answer.sessionId),
        phone,
        otpSession: answer.sessionId,
        codeUntil: Date.now() + OTP_SESSION_MS,
      };
      return { kind: "moved", session: code, toast: "OTP sent successfully to your WhatsApp" };
    } catch (error) {
      const failure = callFailure("send", error, [phone, phone.slice(3)]);
      // Nothing was sent, so the person need not wait; the address stays counted against hammering.
      if (!failure.mayHaveHappened) await limits.giveBack(ofPhone);
      const problem = { field: "phone", message: failure.message } as const;
      return { kind: "stayed", session, status: failure.status, problem };
    }
  }

  return (session, phone, clientAddress) => {
    const network = clientNetwork(clientAddress);
    const press = [phone, network, placeOf(session)].join(" ");
    return presses.run(press, () => send(session, phone, network));
  };
}

/** Over a limit: who stands somewhere keeps that, everyone else is told the same again after a reload. */
function over(session: DeletionSession | null, until: number): DeletionOutcome {
  const place = next(placeOf(session), "sending-limited");
  const kept = place === "locked" ? ({ at: "locked", cause: "sending", until } as const) : session;
  return limited(kept, "sending", until);
}
