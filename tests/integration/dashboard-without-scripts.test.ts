import type { HtmlElement } from "html-validate";
import { expect, it } from "vitest";
import { attribute, parseHtml } from "./html-document";
import { sharedServer } from "./shared-server";

const TRIPS = "/pulsescout/dashboard?tab=trip";

const server = await sharedServer();

const plain = (element: HtmlElement) => element.textContent.replace(/\s+/g, " ").trim();
const decoded = (text: string) => text.replace(/&(?:amp|#38|#x26);/g, "&");

/** Looks at the dashboard as a browser without scripts does: by its links, and by its forms that ask for a page. */
class Reader {
  #page: { url: URL; root: HtmlElement } | null = null;

  async open(path: string): Promise<this> {
    const answer = await fetch(new URL(path, this.#page?.url ?? server.url));
    expect(answer.status).toBe(200);
    this.#page = { url: new URL(answer.url), root: await parseHtml(await answer.text()) };
    return this;
  }

  get #root(): HtmlElement {
    if (this.#page === null) throw new Error("no page was opened yet");
    return this.#page.root;
  }

  get query(): string {
    return this.#page?.url.search ?? "";
  }

  all(selector: string): HtmlElement[] {
    return this.#root.querySelectorAll(selector);
  }

  get text(): string {
    return this.all("main").map(plain).join(" ");
  }

  get title(): string {
    return this.all("title").map(plain).join(" ");
  }

  link(name: string): HtmlElement | undefined {
    return this.all("a").find((one) => [attribute(one, "aria-label"), plain(one)].includes(name));
  }

  follow(name: string): Promise<this> {
    const link = this.link(name);
    if (!link) throw new Error(`the page has no link ${name}`);
    return this.open(decoded(attribute(link, "href") ?? ""));
  }

  /** Whether a button is there that cannot be pressed. */
  isDisabled(name: string): boolean {
    const button = this.all("main button").find((one) => plain(one) === name);
    return button !== undefined && attribute(button, "disabled") !== undefined;
  }

  /** Fills the field of this name and sends its form. */
  ask(name: string, text: string): Promise<this> {
    const form = this.all("main form").find((one) => one.querySelector(`input[name="${name}"]`));
    if (!form) throw new Error(`no form asks for ${name}`);
    expect(attribute(form, "method")).toBe("get");
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("input[name]")) {
      const its = attribute(field, "name") ?? "";
      query.append(its, its === name ? text : (attribute(field, "value") ?? ""));
    }
    return this.open(`${attribute(form, "action")}?${query.toString()}`);
  }
}

it("any page of trips is reached, and a number that is none lands on one", async () => {
  const reader = await new Reader().open(`${TRIPS}&q=trip-`);
  expect(reader.text).toContain("Page 1 of 3");
  expect([reader.isDisabled("First"), reader.isDisabled("Previous")]).toEqual([true, true]);
  await reader.follow("Last");
  expect(reader.text).toContain("25-30 of 30");
  expect([reader.isDisabled("Last"), reader.isDisabled("Next")]).toEqual([true, true]);
  await reader.follow("First");
  await reader.ask("page", "2");
  expect(reader.query).toBe("?tab=trip&q=trip-&page=2");
  expect(attribute(reader.all("#trip-page")[0] ?? null, "value")).toBe("");
  await reader.follow("First");
  await reader.ask("page", "9,999");
  expect(reader.text).toContain("Page 3 of 3");
  // All on one page: there is nowhere to go.
  await reader.open(`${TRIPS}&country=India`);
  expect(reader.text).toContain("Page 1 of 1");
  expect(reader.all("#trip-page")).toEqual([]);
});

it("a wallet leads to all of its trips, and no button to copy it is there", async () => {
  const reader = await new Reader().open(TRIPS);
  expect(reader.all("main table tbody tr")).toHaveLength(12);
  expect(reader.all("main table button")).toEqual([]);
  await reader.follow("All trips of wallet 0x0000…0002");
  expect(reader.query).toMatch(/^\?tab=trip&q=0x0{39}2$/);
  expect(reader.text).toContain("1-1 of 1");
  expect(reader.link("All trips of wallet 0x0000…0002")).toBeUndefined();
});

it("a search drops the filters, and leads back when it is emptied", async () => {
  const reader = await new Reader().open(`${TRIPS}&country=Germany`);
  expect(reader.text).toContain("A search covers all trips and clears the filters.");
  await reader.ask("q", "trip-2");
  expect(reader.query).toBe("?tab=trip&q=trip-2");
  expect(reader.text).toContain("Search: trip-2");
  await reader.ask("q", "");
  expect(reader.text).toContain("1-12 of 30");
  expect(reader.text).not.toContain("Search: ");
});

it("a search that finds nothing says so, and leads back to all trips", async () => {
  const reader = await new Reader().open(`${TRIPS}&q=nowhere`);
  expect(reader.all("main h2, main h3").map(plain)).toContain("No trips found");
  expect(reader.text).toContain("Try adjusting your filters or search criteria");
  await reader.follow("Show all trips");
  expect(reader.text).toContain("1-12 of 30");
});

it("Reload asks for the same view", async () => {
  const reader = await new Reader().open(`${TRIPS}&page=2`);
  const reload = reader
    .all("form")
    .find((form) =>
      form.querySelectorAll("button").some((one) => attribute(one, "aria-label") === "Reload"),
    );
  const fields = reload?.querySelectorAll("input[name]") ?? [];
  expect(attribute(reload ?? null, "action")).toBe("/pulsescout/dashboard");
  expect(fields.map((one) => [attribute(one, "name"), attribute(one, "value")])).toEqual([
    ["tab", "trip"],
    ["page", "2"],
  ]);
});

it("what filters the rows is said above them and in the title, and cleared", async () => {
  const reader = await new Reader().open(`${TRIPS}&date=2025-08-18&country=Germany`);
  expect(reader.text).toContain("Germany · 18 Aug 2025");
  expect(reader.title).toContain("Trip Summary · Germany · 18 Aug 2025 | ");
  await reader.follow("Clear");
  expect(reader.text).toContain("1-12 of 30");
  expect(reader.text).not.toContain("Germany · 18 Aug 2025");
  expect(reader.title).toContain("Trip Summary | ");
});
