import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";

/** Action data of a page whose form got no answer: it is unknown whether the server received it. */
export interface LostAnswer {
  isLost: true;
  /** The form's field `intent`, which identifies one of the page's forms. */
  intent: FormDataEntryValue | null;
}

/** The `clientAction` of a page with forms: the server's answer, or {@link LostAnswer} when none came that is its own. */
export async function answerOrLost<Answer>({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<Answer>();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return { isLost: true, intent: form.get("intent") } satisfies LostAnswer;
  }
}

/** The `shouldRevalidate` of such a page: after a lost answer the page and what was typed stay. */
export const reloadUnlessLost: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !isLost(actionResult);

/** Whether action data say that no answer came. */
export function isLost(answer: unknown): answer is LostAnswer {
  return typeof answer === "object" && answer !== null && "isLost" in answer;
}
