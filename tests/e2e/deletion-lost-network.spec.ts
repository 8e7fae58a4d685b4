import { PAGE, registeredPhone, test } from "./deletion-steps";
import { expectNoErrorPage, failure, dropResponses, OFFLINE, toasts } from "./network";
import { expect, holdRequests } from "./site";

test("number and code submitted offline are sent when online", async ({ page, context, steps }) => {
  const phone = registeredPhone();
  await page.goto(PAGE);
  await steps.phoneField.fill(phone);
  await context.setOffline(true);
  await steps.button("Send OTP").click();
  await expect(toasts(page)).toContainText(OFFLINE);
  await expect(steps.phoneField).toHaveValue(phone);
  await context.setOffline(false);
  const code = await steps.sentCode(phone);
  await steps.codeField.fill(code);
  await context.setOffline(true);
  await steps.button("Verify OTP").click();
  await expect(toasts(page)).toContainText(OFFLINE);
  await expect(steps.codeField).toHaveValue(code);
  await context.setOffline(false);
  await expect(steps.reasons).toBeVisible();
});

test("Back cancels a code that waits for the network", async ({ page, context, steps }) => {
  const phone = registeredPhone();
  await page.goto(PAGE);
  await steps.sendCode(phone);
  await steps.codeField.fill(await steps.sentCode(phone));
  await context.setOffline(true);
  await steps.button("Verify OTP").click();
  await expect(toasts(page)).toContainText("It is sent when the network is back.");
  await page.goBack();
  await expect(toasts(page)).not.toContainText("It is sent when");
  await expect(toasts(page)).toContainText(OFFLINE);
  await context.setOffline(false);
  await expect(steps.phoneField).toBeVisible();
});

test("number, code and reasons survive lost responses, with a message", async ({ page, steps }) => {
  const problem = page.getByRole("alert");
  const phone = registeredPhone();
  await page.goto(PAGE);
  let restoreNetwork = await dropResponses(page, PAGE);
  await steps.sendCode(phone);
  await expect(problem).toContainText("Failed to send OTP. Please try again.");
  await expect(problem).toContainText("A code may have been sent all the same.");
  await expect(steps.phoneField).toHaveValue(phone);
  await restoreNetwork();
  // The limit shows that the first code was sent.
  await page.goto(PAGE);
  await steps.sendCode(phone);
  await expect(problem).toContainText("One code a minute can be sent to one number.");

  const secondPhone = registeredPhone();
  await steps.sendCode(secondPhone);
  const code = await steps.sentCode(secondPhone);
  await steps.codeField.fill(code);
  restoreNetwork = await dropResponses(page, PAGE);
  await steps.button("Verify OTP").click();
  await expect(problem).toContainText("Failed to verify OTP. Please try again.");
  await expect(steps.codeField).toHaveValue(code);
  await restoreNetwork();
  await steps.button("Verify OTP").click();

  const others = page.getByRole("checkbox", { name: "Others" });
  const details = page.getByRole("textbox", { name: "Please tell us more" });
  await others.check();
  await details.fill("I moved.");
  restoreNetwork = await dropResponses(page, PAGE);
  await steps.button("Delete Account").click();
  await expect(problem).toContainText("No answer came. Please try again.");
  await expect(others).toBeChecked();
  await expect(details).toHaveValue("I moved.");
  await restoreNetwork();
  await steps.button("Delete Account").click();
  await expect(steps.dialog("Confirm Deletion")).toBeVisible();
  await expectNoErrorPage(page);
});

test("the error page of a failed step gets the focus", { tag: "@js" }, async ({ page, steps }) => {
  await page.goto(PAGE);
  await page.route(`**${PAGE}.data*`, (route) => route.fulfill(failure));
  await steps.sendCode(registeredPhone());
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeFocused();
});

test("nothing is deleted offline; a lost answer is retried", async ({ page, context, steps }) => {
  await steps.reachReasons();
  const confirm = await steps.giveReason();
  await context.setOffline(true);
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page)).toContainText(OFFLINE);
  await context.setOffline(false);
  await expect(toasts(page)).toBeEmpty();
  await expect(confirm).toBeVisible();

  const restoreNetwork = await dropResponses(page, PAGE);
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(confirm).toContainText("Failed to delete account. Please try again.");
  await expect(confirm).toContainText("Your account may be deleted all the same.");
  await expect(confirm.getByRole("button", { name: "Delete" })).toBeFocused();
  await restoreNetwork();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(steps.dialog("Account Deleted Successfully")).toBeVisible();
});

test("Escape acts like Cancel; nothing leaves the page during Delete", async ({ page, steps }) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    const fields = new URLSearchParams(request.postData() ?? "");
    if (fields.has("intent"))
      posts.push(`${fields.get("intent")}: ${[...fields.keys()].join(" ")}`);
  });
  await steps.reachReasons();
  const confirm = await steps.giveReason();
  const remove = confirm.getByRole("button", { name: "Delete" });
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await steps.button("Delete Account").click();
  await confirm.waitFor();
  await page.keyboard.press("Escape");
  await steps.button("Delete Account").click();
  await remove.waitFor();
  expect(posts.at(-2)).toBe(posts.at(-4));

  // Holds the POST, and then the receipt to which its response redirects.
  const releaseLoad = await holdRequests(page, /delete-user\.data/, "GET");
  const releasePost = await holdRequests(page, /delete-user\.data/, "POST");
  await remove.press("Enter");
  await expect(remove).toHaveAttribute("aria-busy", "true");
  const tryToLeave = async () => {
    for (const key of ["Escape", "Escape", "Enter"]) await page.keyboard.press(key);
    await page.evaluate(() => history.back());
    await page.keyboard.press("Escape");
    await expect(confirm).toBeVisible();
  };
  await tryToLeave();
  const loadRequest = page.waitForRequest(
    (request) => request.method() === "GET" && request.url().includes("delete-user.data"),
  );
  releasePost();
  await loadRequest;
  await tryToLeave();
  releaseLoad();
  await expect(steps.dialog("Account Deleted Successfully")).toBeVisible();
  expect(posts.at(-1)).toMatch(/^delete:/);
  expect(posts.filter((post) => post.startsWith("delete:"))).toHaveLength(1);
});

test("a form's error survives links and takes the focus once", async ({ page, steps }) => {
  const problem = page.getByRole("alert");
  await page.goto(PAGE);
  await steps.sendCode("90000");
  await problem.waitFor();
  for (const name of ["Language", "Skip to content"]) {
    await page.getByRole("link", { name, exact: true }).press("Enter");
    await expect(page).toHaveURL(/#\w+$/);
    await expect(problem).toContainText("Please enter a valid phone number");
    await expect(steps.phoneField).toHaveAttribute("aria-invalid", "true");
  }
  const restoreNetwork = await dropResponses(page, PAGE);
  await steps.sendCode(registeredPhone());
  await expect(problem).toContainText("A code may have been sent all the same.");
  await expect(problem).toBeFocused();
  await restoreNetwork();
  const releasePost = await holdRequests(page, /delete-user\.data/);
  await steps.button("Send OTP").press("Enter");
  await expect(steps.button("Send OTP")).toHaveAttribute("aria-busy", "true");
  await expect(steps.button("Send OTP")).toBeFocused();
  await expect(problem).toContainText("A code may have been sent all the same.");
  // A link within the page works; a link to another document would abort the request, so it is ignored.
  await page.getByRole("link", { name: "Language" }).press("Enter");
  await page.getByRole("link", { name: "Back to Home" }).press("Enter");
  await expect(page).toHaveURL(/step=phone#languages$/);
  releasePost();
  await expect(steps.codeField).toBeVisible();
});
