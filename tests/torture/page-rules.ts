import type { Rule } from "./checker";
import type { PageFacts, PersonEvent, RequestEvent } from "./history";
import { grouped, INSTANCE, type Recorded } from "./record";

/** A moment is named when an answer has come, which may take as long as an upstream may: 5 s. */
const NAMED_LATE_MS = 6_000;

/** Two upstream deadlines, and patience with a busy machine; and what the proxy waits for an instance that hangs. */
const LONGEST_MS = 40_000;
const LONGEST_HANGING_MS = 90_000;

/** The proxy asks an instance how it is twice before it believes it. */
const NOTICED_MS = 15_000;

/** Later than that it is another press. */
const PRESS_TOGETHER_MS = 2_000;

const DASHBOARD = "/pulsescout/dashboard";
const DELETION = "/pulsescout/delete-user";

interface Look {
  request: RequestEvent;
  seen: PageFacts;
}

/** Pages that were seen. */
const looks = ({ requests }: Recorded): Look[] =>
  requests.flatMap((request) => (request.seen ? [{ request, seen: request.seen }] : []));

const isAt = ({ path }: RequestEvent, page: string) => path.split("?", 1)[0] === page;

/**
 * What a person had chosen by each request of one visit; what was not answered was not chosen.
 *
 * @param taken whether an answer takes the choice
 */
function withChoice(
  record: Recorded,
  find: "theme" | "language",
  taken: (status: number) => boolean,
) {
  const visits = grouped(record.requests, ({ person, visit }) => `${person} ${visit}`);
  return [...visits.values()].flatMap((requests) => {
    let choice: string | undefined;
    return requests.map((request) => {
      const { chosen, status, byProxy } = request;
      if (status !== null && !byProxy && taken(status)) choice = chosen?.[find] ?? choice;
      return { request, choice };
    });
  });
}

/** Presses of the same form of which each was sent before the first was answered. */
function pressedTogether({ requests }: Recorded): RequestEvent[][] {
  const presses = requests.filter(({ method, intent }) => method === "POST" && intent);
  const forms = grouped(presses, ({ person, visit, intent, key }) =>
    [person, visit, intent, key].join(" "),
  );
  return [...forms.values()].flatMap((all) => {
    const first = all[0];
    const together = all.filter(({ from }) => first !== undefined && from <= first.to);
    return together.length > 1 ? [together] : [];
  });
}

const belongs = (text: string, of: PersonEvent | undefined) => text === of?.mark;

export const pageRules = {
  "nobody sees what is somebody else's"(record) {
    return looks(record).flatMap(({ request, seen }) => {
      const { person, to, path } = request;
      const own = record.people.get(person);
      const foreign = [
        ...seen.marks.filter((mark) => !belongs(mark, own)),
        ...seen.phones.filter((digits) => !own?.phone.endsWith(digits)),
      ];
      return foreign.map((text) => ({ at: to, text: `person ${person} sees ${text} at ${path}` }));
    });
  },

  "everybody has the theme of their own choice"(record) {
    const posted = (status: number) => status < 400;
    return withChoice(record, "theme", posted).flatMap(({ request, choice = "system" }) => {
      const { person, status, seen, to } = request;
      if (status !== 200 || !seen || !isAt(request, DASHBOARD) || seen.theme === choice) return [];
      return [{ at: to, text: `person ${person} has chosen ${choice} and sees ${seen.theme}` }];
    });
  },

  "everybody has the language of their own choice"(record) {
    // An address that names a language is a choice, whatever else its page has to say.
    return withChoice(record, "language", () => true).flatMap(({ request, choice = "en" }) => {
      const { person, status, byProxy, seen, to } = request;
      if (status === null || byProxy || !seen?.language || !isAt(request, DELETION)) return [];
      if (seen.language === choice) return [];
      return [{ at: to, text: `person ${person} has chosen ${choice} and sees ${seen.language}` }];
    });
  },

  "two presses of one form have one answer"(record) {
    return pressedTogether(record).flatMap((presses) => {
      const taken = presses.find(({ status }) => status === 303);
      if (taken === undefined) return [];
      return presses
        .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy)
        .filter(({ to }) => to > taken.to && to - taken.from < PRESS_TOGETHER_MS)
        .filter(({ from, to }) => record.during(from - NOTICED_MS, to, ...INSTANCE).length === 0)
        .map(({ to, person, intent, status }) => ({
          at: to,
          text: `person ${person} is told ${status} by '${intent}', which another press had done`,
        }));
    });
  },

  "no figure is older than its label"(record) {
    return looks(record).flatMap(({ request: { person, to, path }, seen }) =>
      seen.figures.flatMap(({ trueAt, label }) => {
        const wrongClocks = record
          .during(trueAt - NAMED_LATE_MS, to, "clock")
          .map(({ seconds = 0 }) => Math.abs(seconds) * 1_000);
        const late = label - trueAt;
        if (late <= NAMED_LATE_MS + Math.max(0, ...wrongClocks)) return [];
        const text = `person ${person} sees at ${path} a figure that is ${late} ms older than it says`;
        return [{ at: to, text }];
      }),
    );
  },

  "every request is answered"(record) {
    return record.requests.flatMap((request) => {
      const { from, to, method, path, status, error, byProxy, sentAgain } = request;
      const name = `${method} ${path}`;
      if (sentAgain) return [];
      if (status === null) return [{ at: to, text: `${name}: no answer (${error})` }];
      const excused = record.during(from - NOTICED_MS, to, ...INSTANCE).length > 0;
      if (status === 500) return [{ at: to, text: `${name}: 500` }];
      if (byProxy && !excused)
        return [{ at: to, text: `${name}: ${status} by the proxy, and no instance was away` }];
      const longest = excused ? LONGEST_HANGING_MS : LONGEST_MS;
      return to - from > longest ? [{ at: to, text: `${name}: after ${to - from} ms` }] : [];
    });
  },
} satisfies { [name: string]: Rule };
