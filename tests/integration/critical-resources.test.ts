import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "~/content/pages";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { criticalResources, weight, type PageFile } from "./critical-resources";

/** What each page may cost a phone, in bytes as sent, before its first frame and from it on. */
const PAGES: Record<string, { before: number; after: number; picture?: string }> = {
  "/": { before: 86_400, after: 107_700, picture: "/media/hero-night-drive-portrait.avif" },
  "/blogs": { before: 73_800, after: 91_100, picture: "/pictures/paint-reroute.webp" },
  "/pulsescout": { before: 75_400, after: 96_500, picture: "/media/scout-intro.avif" },
  "/pulsegen": { before: 152_600, after: 99_600, picture: "/media/pulsegen-hero.avif" },
  "/contactus": { before: 58_600, after: 95_900 },
  "/pulsescout/delete-user": { before: 32_300, after: 101_300 },
  "/privacyandpolicy-app": { before: 51_900, after: 87_200 },
  "/pulsescout/dashboard": { before: 34_700, after: 105_900 },
  "/ref": { before: 104_700, after: 93_200, picture: "/pictures/road-closed.webp" },
};

let server: BuiltServer;

beforeAll(async () => {
  // No setting of this machine makes its pages longer or shorter, and nobody answers it.
  server = await startBuiltServer({ env: { ...WITHOUT_UPSTREAM, APP_ENV: "development" } });
});

afterAll(() => server.kill());

it("every page has a budget", () => {
  expect(Object.keys(PAGES).sort()).toEqual(
    Object.values(pages)
      .map(({ path }) => path)
      .sort(),
  );
});

describe.each(Object.entries(PAGES))(
  "the critical resources of %s",
  (path, { before, after, picture }) => {
    let document: PageFile | undefined;
    let files: PageFile[];
    let others: PageFile[];
    let early: PageFile[];

    beforeAll(async () => {
      const opened = path === pages.referral.path ? `${path}/ABC123` : path;
      files = await criticalResources(server.url, opened);
      [document, ...others] = files;
      early = others.filter(({ when }) => when === "before");
    });

    it("waits for no chain of files: the document names them, or a style sheet of the document", () => {
      const sheets = files.filter(({ kind }) => kind === "style").map(({ file }) => file);
      const far = others.filter(
        ({ kind, foundIn }) =>
          foundIn !== document?.file &&
          !(["font", "picture"].includes(kind) && sheets.includes(foundIn ?? "")),
      );
      const chained = sheets.filter(
        (sheet) => files.find(({ file }) => file === sheet)?.foundIn !== document?.file,
      );
      expect([far, chained]).toEqual([[], []]);
    });

    it("begins with a font, and has its style sheets in the head before any script", () => {
      expect(early[0]).toMatchObject({ kind: "font", inHead: true, first: true });
      const order = others.map(({ kind }) => kind);
      const sheets = others.filter(({ kind }) => kind === "style");
      expect(sheets).not.toEqual([]);
      expect(sheets.filter(({ inHead }) => !inHead)).toEqual([]);
      expect(order.lastIndexOf("style")).toBeLessThan(order.indexOf("script"));
    });

    it("has its first picture fetched at once", () => {
      const first = early.find(
        ({ kind, foundIn }) => kind === "picture" && foundIn === document?.file,
      );
      expect(first?.file).toBe(picture);
      expect(first?.first).toBe(picture && true);
    });

    it("has no scripts before the first frame", () => {
      expect(early.filter(({ kind }) => kind === "script")).toEqual([]);
    });

    it("is within its budget", () => {
      expect(weight(files, "before")).toBeLessThanOrEqual(before);
      expect(weight(files, "after")).toBeLessThanOrEqual(after);
    });
  },
);
