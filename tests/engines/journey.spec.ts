import { EVERY_PAGE } from "../support/every-page";
import { isOpen, runningOut, showsFilm, text } from "./in-page";
import { expect, test } from "./visit";

const DASHBOARD = "/pulsescout/dashboard";
const TRIPS = `${DASHBOARD}?tab=trip`;

const PAGES = [...EVERY_PAGE, "/contactus?audience=individual", TRIPS];

for (const path of PAGES) {
  test(`${path} loads without errors and overflow`, async ({ visitor }) => {
    await visitor.resize(390, 844);
    await visitor.goto(path);
    await visitor.sees(1, () => document.querySelectorAll("h1").length);
    expect(await visitor.run(runningOut)).toEqual([]);
    await visitor.resize(1440, 900);
    expect(await visitor.run(runningOut)).toEqual([]);
    expect(visitor.complaints()).toEqual([]);
  });
}

test("films play when they scroll into view", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  for (const path of ["/", "/#tech", "/pulsescout", "/pulsegen"]) {
    await visitor.goto(path, "moving");
    await visitor.sees(true, showsFilm);
  }
});

test("the phone menu opens, closes and navigates", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/");
  await visitor.click("header [aria-haspopup='dialog']");
  await visitor.sees(true, isOpen, "#menu");
  await visitor.pressEscape();
  await visitor.sees(false, isOpen, "#menu");
  await visitor.sees(true, () =>
    document.activeElement?.matches("header [aria-haspopup='dialog']"),
  );
  await visitor.click("header [aria-haspopup='dialog']");
  await visitor.click("#menu a[href$='#tech']");
  await visitor.sees(false, isOpen, "#menu");
  await visitor.sees(true, () => {
    const top = document.querySelector("#tech h2")?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  });
});

test("carousel buttons change the slide", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto("/");
  await visitor.run(() => document.querySelector("#article-position")?.scrollIntoView());
  await visitor.sees(true, () => document.querySelector("#blogs .swiper-initialized") !== null);
  await visitor.click("button", "Next article");
  await visitor.sees("2 / 16", text, "#article-position");
});

test("an account is deleted, from the phone number to the receipt", async ({ visitor }) => {
  await visitor.resize(390, 844);
  await visitor.goto("/pulsescout/delete-user");
  const phone = test.info().project.name === "firefox" ? "9000000001" : "9000000002";
  await visitor.type("input[name='phone']", phone);
  await visitor.click("button", "Send OTP");
  const code = "input[autocomplete='one-time-code']";
  await visitor.click(code);
  await visitor.type(code, await visitor.sentCode(phone));
  await visitor.click("button", "Verify OTP");
  await visitor.click("input[type='checkbox']");
  await visitor.click("button", "Delete Account");
  // A confirmation takes no press in its first half second.
  await visitor.sees(
    true,
    () => document.querySelector("dialog[open] button[type=submit]:not([aria-disabled])") !== null,
  );
  await visitor.click("dialog[open] button", "Delete");
  await visitor.sees("Account Deleted Successfully", text, "dialog[open] h2");
  expect(await visitor.run(text, "dialog[open]")).toMatch(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  expect(visitor.complaints()).toEqual([]);
});

test("the dashboard draws its charts", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto(`${DASHBOARD}?tab=fleet-overview`);
  await visitor.sees(4, () => document.querySelectorAll('[role="img"] svg').length);
  expect(visitor.complaints()).toEqual([]);
});

test("trips are filtered by country and day", async ({ visitor }) => {
  await visitor.resize(1440, 900);
  await visitor.goto(TRIPS);
  await visitor.click("summary", "Filter By");
  await visitor.sees(true, () => document.querySelector("#trip-country") !== null);
  // Changes the select like its native menu.
  await visitor.run(() => {
    const select = document.querySelector<HTMLSelectElement>("#trip-country");
    if (select) select.selectedIndex = 1;
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await visitor.click("button", "Done");
  await visitor.sees("1 filter set", text, "form[aria-label=Filters] p");
  await visitor.run(() => {
    const field = document.querySelector<HTMLInputElement>("input[type=date]");
    // React tracks a field's value by its own setter; the prototype's setter bypasses that.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(
      field,
      "2025-08-01",
    );
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await visitor.click("button", "Apply");
  await visitor.sees(true, () =>
    /-01$/.test(new URLSearchParams(location.search).get("date") ?? ""),
  );
  await visitor.sees("2 filters set", text, "form[aria-label=Filters] p");
  expect(visitor.complaints()).toEqual([]);
});
