import type { PlainMessageId } from "~/content/catalogue";
import type { Messages } from "~/features/shell/messages";
import type { DeletionPage, DeletionPlace } from "./deletion-types";

const names: Partial<Record<DeletionPlace["at"], PlainMessageId>> = {
  code: "code.heading",
  reasons: "reasons.heading",
  confirm: "confirm.title",
  done: "done.title",
  "signed-out": "code.heading",
  "not-registered": "not-registered.title",
  reactivation: "reactivation.title",
};

/** The page's title, preceded by the step and, if there is a problem, by 'Error': screen readers read it first. */
export function stepTitle(messages: Messages, { place, problem }: DeletionPage): string {
  const title = messages.text("page.title");
  const name = names[place.at];
  const step = name
    ? messages.text("page.title-of-step", { step: messages.text(name), title })
    : title;
  return problem === null ? step : messages.text("page.title-of-error", { title: step });
}
