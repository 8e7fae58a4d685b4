import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createAdmission } from "server/http/admission.server";

/** As long as the answer to a page takes of the only thread. */
function work(milliseconds: number) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function visitors() {
  const seen: string[] = [];
  const admission = createAdmission();
  const enter = (name: string, milliseconds = 0) =>
    admission.enter(
      () => {
        work(milliseconds);
        seen.push(name);
      },
      () => seen.push(`${name} turned away`),
    );
  return { ...admission, seen, enter };
}

describe("the admission of requests", () => {
  it("keeps the order and gives what else is due its turn between them", async () => {
    const { seen, enter } = visitors();
    const names = Array.from({ length: 20 }, (_, index) => String(index));
    for (const name of names) enter(name, 10);
    await nextTurn();
    await nextTurn();
    expect(seen.length).toBeLessThan(10);
    while (seen.length < names.length) await nextTurn();
    expect(seen).toEqual(names);
  });

  it("lets those first who are halfway through", async () => {
    const { seen, enter, resume, hold, release } = visitors();
    hold();
    enter("new");
    const resumed = resume().then((goesOn) => seen.push(`halfway ${goesOn}`));
    release();
    await resumed;
    while (seen.length < 2) await nextTurn();
    expect(seen).toEqual(["halfway true", "new"]);
  });

  it("holds who comes until it is released", async () => {
    const { seen, enter, hold, release } = visitors();
    enter("early");
    hold();
    enter("late");
    await nextTurn();
    await nextTurn();
    expect(seen).toEqual([]);
    release();
    while (seen.length < 2) await nextTurn();
    expect(seen).toEqual(["early", "late"]);
  });

  it("turns away who waits and who comes once it is closed, for good", async () => {
    const { seen, enter, resume, hold, release, close } = visitors();
    hold();
    enter("waiting");
    const halfway = resume();
    close();
    expect(await halfway).toBe(false);
    enter("late");
    release();
    await nextTurn();
    await nextTurn();
    expect(seen).toEqual(["waiting turned away", "late turned away"]);
  });
});
