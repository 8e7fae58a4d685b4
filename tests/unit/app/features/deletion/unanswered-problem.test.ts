import { expect, it } from "vitest";
import { unansweredProblem } from "~/features/deletion/unanswered-problem";

const unanswered = (intent: string, refusal: string | null) =>
  ({ unanswered: true, intent, refusal }) as const;
const mayBeSent = { note: { id: "send.may-be-sent" } };
const refused = { message: { id: "refusal.leaving-text" } };

it.each([
  ["send", "send", { ...refused, ...mayBeSent }],
  ["resend", "verify", { ...refused, ...mayBeSent }],
  ["delete", "cancel", { ...refused, mayBeDeleted: true }],
  ["verify", "verify", refused],
])("the uncertainty about a lost '%s' stays when '%s' is refused", (lost, intent, expected) => {
  const first = unansweredProblem(unanswered(lost, null), null);
  const second = unansweredProblem(unanswered(intent, "leaving"), first);
  expect(second).toEqual(expected);
  expect(unansweredProblem(unanswered(intent, "leaving"), second)).toEqual(expected);
});
