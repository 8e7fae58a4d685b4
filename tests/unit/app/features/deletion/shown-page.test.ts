import { expect, it, vi } from "vitest";
import { answerTo } from "~/features/deletion/shown-page";

it.each(["send", "resend"])("a lost Delete is noted until a code comes: %s", async (intent) => {
  const removeItem = vi.fn();
  vi.stubGlobal("sessionStorage", { removeItem });
  const send = (answer: Error | Response) => {
    const body = new URLSearchParams({ intent });
    const request = new Request("http://x.test", { method: "POST", body });
    return answerTo(request, () => Promise.reject(answer));
  };
  await send(new Error("offline"));
  expect(removeItem).not.toHaveBeenCalled();
  const redirect = new Response();
  await expect(send(redirect)).rejects.toBe(redirect);
  expect(removeItem).toHaveBeenCalledOnce();
});
