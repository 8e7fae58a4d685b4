import type { HtmlElement } from "html-validate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { attribute, parseHtml } from "./html-document";

let server: BuiltServer;
beforeAll(async () => {
  server = await startBuiltServer({ env: WITHOUT_UPSTREAM });
});
afterAll(() => server.kill());

async function read(path: string): Promise<HtmlElement> {
  const page = await parseHtml(await (await fetch(server.url + path)).text());
  const main = page.querySelector("main");
  if (!main) throw new Error(`${path} has no main`);
  return main;
}

const text = (element: HtmlElement | null | undefined) =>
  element?.textContent.replace(/\s+/g, " ").trim();

const all = (element: HtmlElement, selector: string) =>
  element.querySelectorAll(selector).map(text);

/** Those whose attribute begins so; a selector knows no values with spaces. */
const having = (element: HtmlElement, tag: string, name: string, value: string) =>
  element.querySelectorAll(tag).filter((one) => attribute(one, name)?.startsWith(value));

function section(main: HtmlElement, heading: string): HtmlElement {
  const found = main
    .querySelectorAll("section")
    .find((one) => all(one, "h2").includes(heading) || attribute(one, "aria-label") === heading);
  if (!found) throw new Error(`no section ${heading}`);
  return found;
}

/** The entries of a region's description list, in order: name and value as they are read. */
const figures = (region: HtmlElement) =>
  region
    .querySelectorAll("dl > div")
    .map((entry) => ["dt", "dd"].map((tag) => text(entry.querySelector(tag))).join(": "));

const link = (main: HtmlElement, name: string) =>
  main.querySelectorAll("a").find((one) => text(one)?.includes(name)) ?? null;

describe("the article page", () => {
  it("opens each article at its own address in a new tab", async () => {
    const links = (await read("/blogs")).querySelectorAll("article a");
    expect(new Set(links.map((one) => attribute(one, "href"))).size).toBe(19);
    for (const one of links) {
      expect(new URL(attribute(one, "href") ?? "").origin).not.toBe(server.url);
      expect([attribute(one, "target"), attribute(one, "rel")]).toEqual(["_blank", "noopener"]);
    }
  });
});

describe("the privacy policy", () => {
  it("is a dated document of 17 numbered sections that robots leave alone", async () => {
    const page = await (await fetch(`${server.url}/privacyandpolicy-app`)).text();
    expect(page).toContain('<meta name="robots" content="noindex"');
    const main = await read("/privacyandpolicy-app");
    expect(all(main, "h1")).toEqual(["Privacy policy"]);
    expect(text(main)).toContain("Last updated 19-08-2025");
    const sections = having(main, "section", "id", "section-");
    const headings = sections.map((one) => text(one.querySelector("h2")));
    expect(headings).toHaveLength(17);
    headings.forEach((heading, index) => expect(heading).toMatch(RegExp(`^${index + 1}\\s*\\S`)));
  });

  it("says what is collected, kept and never sold", async () => {
    const main = await read("/privacyandpolicy-app");
    const policy = having(main, "section", "id", "section-").map(text).join(" ");
    for (const words of [
      "one-time-code verification",
      "Optional",
      "Location and speed",
      "Sensor data",
      "Device and technical data",
      "Support messages",
      "Consent preferences",
      "Faces and license plates in the video are blurred by AI",
      "We do not sell personal data",
      "Deleted within 90 days of account deletion",
      "May be kept indefinitely",
      "You must be 18 or older",
      "privacy zone",
      "General Data Protection Regulation",
      "California Consumer Privacy Act",
    ]) {
      expect(policy).toContain(words);
    }
    expect(attribute(link(main, "privacy@example.com"), "href")).toBe("mailto:privacy@example.com");
    expect(attribute(link(main, "Delete your account"), "href")).toBe("/pulsescout/delete-user");
  });
});

describe("PulseGen", () => {
  it("gives three reasons", async () => {
    const reasons = section(await read("/pulsegen"), "Why choose PulseGen?");
    expect(all(reasons, "h3")).toEqual(["Smarter Alerts", "Faster Reactions", "Always Learning"]);
  });
});

describe("Scout", () => {
  it("says what Scout is: three tiles, a phone film and a description", async () => {
    const what = section(await read("/pulsescout"), "What is Scout?");
    expect(figures(what)).toEqual([
      "Beats: 200 collected",
      "Time: 18:35 hours",
      "Distance: 100.47 kilometers",
    ]);
    expect(having(what, "img", "alt", "Scout while it records")).toHaveLength(1);
    expect(text(what)).toContain("streams video from a smartphone or a dashcam");
    expect(text(what)).toContain("Android only for now. iOS coming soon.");
  });

  it("counts what Scout has gathered", async () => {
    const gathered = section(await read("/pulsescout"), "What Scout has gathered");
    expect(figures(gathered)).toEqual([
      "Video hours: 72,458",
      "Data points: 45,266",
      "Distance mapped: 2.74M",
      "Images captured: 3.91B",
    ]);
  });

  it("leads to the store in a new tab", async () => {
    const store = link(await read("/pulsescout"), "Get it on Google Play");
    expect([attribute(store, "target"), attribute(store, "rel")]).toEqual(["_blank", "noopener"]);
  });
});

describe("films", () => {
  it("say what browsers without video show", async () => {
    expect(text(await read("/"))).toContain("Your browser does not support the video tag.");
  });
});
