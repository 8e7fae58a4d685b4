import { setTimeout as sleep } from "node:timers/promises";
import type { History } from "./history";
import type { PhoneAccounts } from "./phone-accounts";
import type { Journey, Press, Step } from "./plan";
import { NoAnswer, Tab } from "./tab";

const DELETION = "/pulsescout/delete-user";
const DASHBOARD = "/pulsescout/dashboard";
const CONTACT = "/contactus?audience=individual";

/** A code a minute, and a second more. */
const UNTIL_NEXT_CODE_MS = 61_000;

/** Where people meet. */
export interface Scene {
  origin: string;
  history: History;
  accounts: PhoneAccounts;
}

/** What is somebody's own, by their number. */
export function identity(person: number, crowd: boolean) {
  const place = [(person >> 14) & 127, (person >> 7) & 127, person & 127].map((part) => part + 1);
  return {
    phone: `7${String(person).padStart(9, "0")}`,
    mark: `mark-${person}-${((person * 2_654_435_761) >>> 0).toString(36)}`,
    address: crowd ? "198.51.100.7" : `10.${place.join(".")}`,
  };
}

/**
 * Goes through a journey; resolves when the person has left.
 *
 * @param visit its number: a person who comes back has new cookies
 */
export async function walk(scene: Scene, journey: Journey, visit: number): Promise<void> {
  const { person, crowd, moods, steps } = journey;
  const own = identity(person, crowd);
  scene.history.add({ type: "person", person, ...own, phone: `+91${own.phone}` });
  scene.accounts.open(person, `+91${own.phone}`, moods);
  const tab = new Tab(scene.origin, { person, visit, address: own.address }, scene.history);
  for (const step of steps) {
    try {
      await take(step, tab, scene, own);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
  }
}

type Own = ReturnType<typeof identity>;

async function take(step: Step, tab: Tab, scene: Scene, own: Own): Promise<void> {
  switch (step.do) {
    case "open":
      return void (await tab.open(step.path.replace("MARK", own.mark)));
    case "language":
      return void (await tab.open(`${DELETION}?lang=${step.language}`));
    case "back":
      return tab.back();
    case "reload":
      return tab.reload();
    case "wait":
      return sleep(UNTIL_NEXT_CODE_MS);
    case "theme":
      return chooseTheme(tab, step.theme);
    case "contact":
      return write(tab, own);
    case "press":
      return press(tab, step, formOf(step.press, scene, own));
  }
}

/** A form of the deletion page: its hidden intent, and what is typed. */
interface Filled {
  intent: string;
  fields: Record<string, string | string[]>;
}

function formOf(press: Press, { accounts }: Scene, { phone, mark }: Own): Filled {
  const code = accounts.codeOf(`+91${phone}`);
  switch (press) {
    case "send":
      return { intent: "send", fields: { phone } };
    case "right-code":
      return { intent: "verify", fields: { otp: code } };
    case "wrong-code":
      return { intent: "verify", fields: { otp: String((Number(code) + 1) % 1_000_000) } };
    case "reasons":
      return {
        intent: "reasons",
        fields: { reason: ["Privacy concerns", "Others"], others: mark },
      };
    case "resend":
    case "cancel":
    case "delete":
    case "start-over":
    case "leave":
      return { intent: press, fields: {} };
  }
}

async function press(
  tab: Tab,
  { times, tabs }: Extract<Step, { do: "press" }>,
  { intent, fields }: Filled,
): Promise<void> {
  const offered = () => tab.visits.length > 0 && tab.offers("intent", intent);
  // Who has got an error page looks where they stand.
  if (!offered()) await tab.open(DELETION);
  if (!offered()) return;
  const others = Array.from({ length: times - 1 }, () => (tabs === "own" ? tab.another() : tab));
  if (tabs === "own") await Promise.all(others.map((other) => other.open(DELETION)));
  const pressed = [tab, ...others].filter((one) => one.offers("intent", intent));
  const answers = await Promise.allSettled(
    pressed.map((one) => one.submit("intent", intent, fields)),
  );
  for (const answer of answers) if (answer.status === "rejected") throw answer.reason;
}

async function chooseTheme(tab: Tab, theme: string): Promise<void> {
  const button = theme === "night" ? "Night" : "Day";
  const offered = () => tab.visits.length > 0 && tab.page.html.includes(`value="${theme}"`);
  if (!offered()) await tab.open(DASHBOARD);
  if (offered()) await tab.press(button, { theme });
}

async function write(tab: Tab, { mark }: Own): Promise<void> {
  await tab.open(CONTACT);
  if (!tab.page.html.includes('name="first_name"')) return;
  await tab.press("Send", {
    first_name: mark,
    last_name: "Iyer",
    email: `${mark}@example.com`,
    message: `My words are ${mark}`,
  });
}
