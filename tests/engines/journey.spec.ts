import { EVERY_PAGE } from "../support/every-page";
import {
  choose,
  heldStreamState,
  holdStream,
  isOpen,
  isRinged,
  ownButtonInSight,
  runningOut,
  showsFilm,
  tellHeldStream,
  text,
} from "./in-page";
import { expect, test } from "./visit";

const DASHBOARD = "/pulsescout/dashboard";
const TRIPS = `${DASHBOARD}?tab=trip`;

const PAGES = [...EVERY_PAGE, "/contactus?audience=individual", TRIPS];

for (const path of PAGES) {
  test(`${path} loads without a complaint and stays in its boxes`, async ({ visitor }) => {
    await visitor.resize(390, 844);
    await visitor.goto(path);
    await visitor.sees(1, () => document.querySelectorAll("h1").length);
    expect(await visitor.run(runningOut)).toEqual([]);
    await visitor.resize(1440, 900);
    expect(await visitor.run(runningOut)).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  });
}

test("films play when they come into the window", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  for (const path of ["/", "/#tech", "/pulsescout", "/pulsegen"]) {
    await visitor.goto(path, "moving");
    await visitor.sees(true, showsFilm);
  }
});

test("the menu of a phone opens, closes and leads on", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/");
  await visitor.click({ css: "header [aria-haspopup='dialog']" });
  await visitor.sees(true, isOpen, "#menu");
  await visitor.press("Escape");
  await visitor.sees(false, isOpen, "#menu");
  await visitor.sees(true, () =>
    document.activeElement?.matches("header [aria-haspopup='dialog']"),
  );
  await visitor.click({ css: "header [aria-haspopup='dialog']" });
  await visitor.click({ css: "#menu a[href$='#tech']" });
  await visitor.sees(false, isOpen, "#menu");
  await visitor.sees(true, () => {
    const top = document.querySelector("#tech h2")?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  });
});

test("carousels are turned by their buttons", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto("/");
  await visitor.run(() => document.querySelector("#blogs [aria-live]")?.scrollIntoView());
  await visitor.sees(
    true,
    () => document.querySelector("#blogs [aria-roledescription=slide]") !== null,
  );
  await visitor.click({ css: "button", name: "Next article" });
  await visitor.sees("2 / 16", text, "#blogs [aria-live]");
});

test("an account is deleted, from the phone number to the receipt", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/pulsescout/delete-user");
  const phone = test.info().project.name === "firefox" ? "9000000001" : "9000000002";
  await visitor.type({ css: "input[name='phone']" }, phone);
  await visitor.click({ css: "button", name: "Send OTP" });
  const code = { css: "input[autocomplete='one-time-code']" };
  await visitor.sees(true, (css) => document.querySelector(css) !== null, code.css);
  await visitor.type(code, await visitor.sentCode(phone));
  await visitor.click({ css: "button", name: "Verify OTP" });
  await visitor.click({ css: "input[type='checkbox']" });
  await visitor.click({ css: "button", name: "Delete Account" });
  await visitor.click({ css: "dialog[open] button", name: "Delete" });
  await visitor.sees("Account Deleted Successfully", text, "dialog[open] h2");
  expect(await visitor.run(text, "dialog[open]")).toMatch(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(visitor.complaints()).toEqual([]);
});

test("the dashboard draws its charts", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto(`${DASHBOARD}?tab=fleet-overview`);
  await visitor.sees(4, () => document.querySelectorAll('[role="img"] > div svg').length);
  expect(visitor.complaints()).toEqual([]);
});

test("trips are narrowed by country and day", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto(TRIPS);
  await visitor.click({ css: "button", name: "Filter By" });
  await visitor.run(choose, "#trip-country", 1);
  await visitor.click({ css: "button", name: "Done" });
  await visitor.sees(true, () => new URLSearchParams(location.search).get("country") !== "");
  await visitor.click({ css: "input[type=date]" });
  await visitor.sees(true, isRinged, "div:has(> input[type=date])");
  expect(await visitor.run(ownButtonInSight)).toBe(false);
  await visitor.click({ css: "td[data-day]:not([data-outside]) button" });
  await visitor.click({ css: "[aria-label=Calendar] button", name: "Apply" });
  await visitor.sees(true, () =>
    /-01$/.test(new URLSearchParams(location.search).get("date") ?? ""),
  );
  await visitor.sees("2 filters set", text, "#trip-filters > p");
  expect(visitor.complaints()).toEqual([]);
});

test("a notice of newer trips brings them", async ({ visitor }) => {
  await visitor.goto(TRIPS);
  await visitor.click({ css: "button", name: "Pause live updates" });
  await visitor.run(holdStream);
  await visitor.click({ css: "button", name: "Resume live updates" });
  await visitor.sees(1, heldStreamState);
  await visitor.run(() => performance.clearResourceTimings());
  await visitor.run(tellHeldStream, "trips");
  await visitor.sees(true, () =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes(".data?")),
  );
});
