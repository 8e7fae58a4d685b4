import { expect, it } from "vitest";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { createToasts } from "server/session/toasts.server";

it("a toast waits for its page for a minute", async () => {
  const toasts = createToasts({ sessionSecrets: ["a secret"] });
  const { headers } = await withRequestContext(sharedContext("r"), () =>
    toasts.redirectWithSuccess("/", "Sent", {}),
  );
  expect(headers.get("Set-Cookie")).toMatch(/^toast=.+; Max-Age=60; Path=\/; HttpOnly; /);
});
