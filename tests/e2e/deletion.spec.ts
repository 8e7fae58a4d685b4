import {
  expect,
  holdRequests,
  pageProblems,
  waitForHydration,
  waitForScripts,
  withAndWithoutScripts,
} from "./site";
import { deletedPhone, PAGE, registeredPhone, stepsOn, test } from "./deletion-steps";
import { expectNoWcagViolations } from "./wcag";

withAndWithoutScripts(() => {
  test("a person mistypes the number, then deletes their account", async ({
    page,
    javaScriptEnabled,
    steps,
  }) => {
    const phone = registeredPhone();
    const axe = async (step: string, part = "main") => {
      if (javaScriptEnabled) await expectNoWcagViolations(page, step, { part });
    };
    const dot = page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]");
    const faults = pageProblems(page);
    await page.goto(PAGE);
    expect(faults).toEqual([]);
    await expect(page).toHaveTitle("Delete your account | Pulse");
    await expect(dot).toContainText("Phone");
    await page.evaluate(() => localStorage.setItem("loaderShown", "true"));

    await steps.sendCode("90000");
    const link = page.getByRole("alert").getByRole("link");
    await expect(link).toHaveText("Please enter a valid phone number");
    if (javaScriptEnabled) await expect(page).toHaveTitle("Error: Delete your account | Pulse");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(steps.phoneField).toHaveValue("90000");
    await expect(steps.phoneField).toHaveAccessibleDescription(/Please enter a valid phone number/);
    await axe("refused");
    await link.click();
    await expect(steps.phoneField).toBeFocused();
    await expect(link).toBeVisible();
    await steps.sendCode(phone);

    await expect(page.getByText("OTP sent successfully to your WhatsApp")).toBeVisible();
    await expect(dot).toContainText("Code");
    await expect(steps.codeField).toHaveAttribute("autocomplete", "one-time-code");
    await expect(steps.codeField).toHaveAttribute("inputmode", "numeric");
    await expect(page.getByText(phone)).toHaveCount(0);
    await axe("code", "html"); // with its toast
    await steps.codeField.fill("000000");
    await steps.button("Verify OTP").click();
    // Without scripts only a page that is loaded has its step in the title.
    const title = "Delete your account | Pulse";
    await expect(page).toHaveTitle(javaScriptEnabled ? `Error: The code: ${title}` : title);
    const complaints = javaScriptEnabled ? pageProblems(page) : [];
    await steps.verifyCode(phone);

    await expect(page.getByText("Phone number verified successfully")).toBeVisible();
    await expect(dot).toContainText("Reason");
    await expect(steps.reasons.getByRole("checkbox")).toHaveCount(5);
    const details = page.getByRole("textbox", { name: "Please tell us more" });
    await expect(details).toBeHidden();
    await page.getByRole("checkbox", { name: "Others" }).check();
    await details.fill("I moved to a city without Scout.");
    await axe("reasons");
    await steps.button("Delete Account").click();

    const confirm = steps.dialog("Confirm Deletion");
    await expect(confirm.getByRole("button", { name: "Cancel" })).toBeVisible();
    await page.emulateMedia({ reducedMotion: "reduce" });
    // It takes no press at first, also then.
    await expect(confirm.locator("[data-actions]")).toHaveCSS("animation", /^0\.5s .*\blate$/);
    await axe("confirm");

    const receipt = steps.dialog("Account Deleted Successfully");
    await steps.confirmDeletion(receipt);
    const erased = await receipt.locator("dl time").last().getAttribute("datetime");
    expect((Date.parse(erased ?? "") - Date.now()) / 86_400_000).toBeCloseTo(90, 0);
    await axe("done");
    await page.keyboard.press("Escape"); // leaves no receipt
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
    const reference = /DEL-[0-9A-Z-]{9}/.exec(await receipt.innerText())?.[0];
    await page.reload();
    await expect(receipt).toContainText(String(reference));
    const download = page.waitForEvent("download");
    await receipt.getByRole("link", { name: "Calendar file (.ics)" }).click();
    expect((await download).suggestedFilename()).toBe(`account-deletion-${reference}.ics`);
    await receipt.getByRole("button", { name: "OK" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole("dialog", { name: "Loading" })).toHaveCount(0);
    expect(complaints).toEqual([]);
  });

  test("the number of a deleted account leads to the days that remain", async ({ page, steps }) => {
    await page.goto(PAGE);
    await steps.sendCode(deletedPhone());
    const dialog = steps.dialog("Account Reactivation");
    await expect(dialog).toContainText("60 days remaining");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(steps.phoneField).toHaveValue("");
  });
});

test("a lost answer to Delete says that the account may have been deleted, also after a reload", async ({
  page,
  context,
  steps,
}) => {
  await steps.reachReasons();
  await steps.giveReason();
  await page.route("**/delete-user.data*", (route) => route.abort());
  const alert = page.getByRole("alert");
  await steps.confirmDeletion(alert);
  await expect(alert).toContainText("Failed to delete account. Please try again.");
  await expect(alert).toContainText("Your account may have been deleted");
  await expect(alert).toContainText(/DEL-[0-9A-Z]{4}-[0-9A-Z]{4}/);
  await page.reload();
  await expect(alert).toContainText("Your account may have been deleted");
  // Also while Delete is being sent again.
  await page.unrouteAll();
  await holdRequests(page, "**/delete-user.data*");
  await steps.confirmDeletion(steps.dialog("Confirm Deletion").locator("[aria-busy]"));
  await expect(alert).toContainText("Your account may have been deleted");
  // It is not said of the account with which another tab goes on.
  await context.clearCookies();
  await stepsOn(waitForScripts(await context.newPage())).reachReasons();
  await page.reload();
  await expect(steps.button("Delete Account")).toBeDisabled(); // the scripts run
  await expect(alert).toHaveCount(0);
});

test("refused answers, an Escape, another language and a double press move nothing that they should not", async ({
  page,
  steps,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const phone = registeredPhone();
  await page.goto("/privacyandpolicy-app");
  await page.goto(PAGE);

  await test.step("an answer that is no page keeps the number, and a new code finds an empty field", async () => {
    await page.route("**/delete-user.data*", (route) =>
      route.fulfill({ status: 503, body: "busy" }),
    );
    await steps.sendCode(phone);
    await expect(page.getByRole("alert")).toContainText("Failed to send OTP. Please try again.");
    await expect(steps.phoneField).toHaveValue(phone);
    await page.unrouteAll();
    const release = await holdRequests(page, "**/delete-user.data*");
    await steps.button("Send OTP").click();
    await page.getByRole("link", { name: "Language" }).press("Enter");
    await expect(page.getByRole("navigation", { name: "Language" })).toBeFocused();
    release();
    await steps.codeField.waitFor();
    // Another network waits for no minute.
    await page.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.77" });
    await page.reload();
    await steps.codeField.fill("123456");
    await steps.button("Resend OTP").click();
    await expect(steps.codeField).toHaveValue("");
    await expect(page.getByRole("heading", { name: "The code" })).toBeFocused();
    await expect(steps.button("Verify OTP")).toBeDisabled();
    await steps.verifyCode(phone);
    await steps.reasons.waitFor();
  });

  const confirm = await steps.giveReason();
  await test.step("Escape leads back to the reasons", async () => {
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(confirm).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
    await expect(steps.button("Delete Account")).toBeFocused();
  });

  await test.step("another language keeps the step, and Back leaves the page", async () => {
    await page.getByRole("link", { name: "اردو" }).click();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("checkbox")).toHaveCount(5);
    await page.goBack();
    await waitForHydration(page); // else it would abort the next move
    await page.goBack();
    await expect(page).toHaveURL(/privacy/);
    await page.goto(`${PAGE}?lang=en`);
  });

  await test.step("the second press of a double press does not delete, and would hit Cancel", async () => {
    await page.getByRole("checkbox", { name: "Privacy concerns" }).check();
    // The page's own clock stands still, so that the half second does not pass.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    const opener = steps.button("Delete Account");
    await opener.scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await opener.boundingBox()) ?? {};
    await opener.click();
    const cancel = confirm.getByRole("button", { name: "Cancel" });
    const distance = async () => Math.abs(((await cancel.boundingBox())?.y ?? 0) - y);
    await expect.poll(distance).toBeLessThan(height / 2);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    const button = confirm.getByRole("button", { name: "Delete" });
    await button.press("Enter");
    await page.clock.runFor(500);
    await button.press("Enter");
    await expect(steps.dialog("Account Deleted Successfully")).toBeVisible();
    expect(posts).toHaveLength(1);
  });
});
