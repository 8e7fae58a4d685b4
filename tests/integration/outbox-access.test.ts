import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

// The sandbox takes the messages of this site.
const { server } = await useServer({
  SITE_URL: "https://pulse.example.com",
  CONTACT_FORM_URL: "",
  CONTACT_FORM_ACCESS_KEY: "",
});

it("the outbox of a site whose APP_ENV was forgotten is for this machine alone, and the log warns", async () => {
  const outbox = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, "/sandbox/outbox", { headers })).status;
  await expect.poll(() => outbox({})).toBe(200);
  // A proxy on the same machine speaks for others, whether it is trusted or not.
  for (const name of ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded"]) {
    expect([name, await outbox({ [name]: "203.0.113.9" })]).toEqual([name, 404]);
  }
  const warned = server.lines.filter((line) => line.includes("APP_ENV is unset"));
  expect(warned).toHaveLength(1);
});
