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
])("what is not known after a lost '%s' stays when '%s' is refused", (lost, intent, said) => {
  const before = unansweredProblem(unanswered(lost, null), null);
  const once = unansweredProblem(unanswered(intent, "leaving"), before);
  expect(once).toEqual(said);
  expect(unansweredProblem(unanswered(intent, "leaving"), once)).toEqual(said);
});
