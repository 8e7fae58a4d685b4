import { describe, expect, it } from "vitest";
import { displayChoice, readDisplay } from "server/session/display-cookies.server";

describe("how pages look", () => {
  it.each([
    [null, "system", "compact"],
    ["theme=night", "night", "compact"],
    ["rows=comfortable; theme=day", "day", "comfortable"],
    [
      "theme=day; __Host-theme=night; rows=compact; __Host-rows=comfortable",
      "night",
      "comfortable",
    ],
    ["theme=system; rows=huge; xtheme=night", "system", "compact"],
    ["theme=; theme=night; rows", "night", "compact"],
  ])("of %j is %s with %s rows", (cookies, theme, rows) => {
    expect(readDisplay(cookies)).toEqual({ theme, rows });
    expect(readDisplay(displayChoice(readDisplay(cookies)))).toEqual({ theme, rows });
  });

  it("is one choice for all whose pages look the same", () => {
    const choice = (cookies: string) => displayChoice(readDisplay(cookies));
    expect(choice("a=b; rows=comfortable; theme=day")).toBe(
      choice("theme=x; theme=day; rows=comfortable; rows=compact"),
    );
    expect(choice("theme=day")).not.toBe(choice(""));
    expect(choice("rows=comfortable")).not.toBe(choice(""));
  });
});
