import { expect, it, vi } from "vitest";
import type { MadePagesOptions } from "server/http/made-pages.server";

vi.mock("virtual:remix/server-build", () => ({}));
vi.mock("server/boot.server", () => ({ boot: (pages: object) => pages }));

it("one filter, a later page or a search makes a view of the dashboard a visitor's choice, a tab does not", async () => {
  const { server } = await import("~/start.server");
  const { changing } = server as unknown as MadePagesOptions; // what `boot` was called with
  const isChosen = (query: string) => {
    return changing.view(new URL(`http://x.test/?tab=trip&${query}`)).isChosen;
  };
  expect(["", "page=1", "_routes=routes/dashboard"].map(isChosen)).not.toContain(true);
  const choices = ["page=2", "q=0xabc", "country=India", "_routes=root"];
  expect(choices.map(isChosen)).not.toContain(false);
});
