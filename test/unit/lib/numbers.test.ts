// The number by which people call a payment or a movement.
import { describe, expect, it } from "vitest";
import { numberOf, readNumber, timesOfNumber } from "#core/lib/numbers.ts";
import { DAY, HOUR, SECOND } from "../../support/clock.ts";
import { Random } from "../../support/random.ts";

const MIDNIGHT = Date.UTC(2026, 10, 22);

/** Most ids are made from a time, and tills' sales have one from a key. */
function born(random: Random, createdAt: number) {
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, "0");
  const [start, version] = random.chance(0.5)
    ? [createdAt.toString(16).padStart(12, "0"), "7"]
    : [hex(12), "8"];
  const id = `${start.slice(0, 8)}-${start.slice(8)}-${version}${hex(3)}-a${hex(3)}-${hex(12)}`;
  return { id, createdAt };
}

describe("a number", () => {
  it("is for ever what it was, for it is printed and remembered", () => {
    const id = "0199c0de-7a2b-7c3d-9e4f-5a6b7c8d9e0f";
    const at = Date.UTC(2026, 8, 1, 8, 30);
    expect([
      numberOf({ id, createdAt: at }),
      numberOf({ id, createdAt: at + 6 * SECOND }),
      numberOf({ id: "6f1c2f0e-8a0b-8c3d-9e4f-5a6b7c8d9e0f", createdAt: at }),
      numberOf({ id, createdAt: 0 }),
    ]).toEqual(["#9S9WCE", "#BE10SE", "#Z1332V", "#M3QQT0"]);
  });

  it("is read however people write it, and nothing else is", () => {
    for (const text of ["#K0ZAB1", "k0zab1", " #kOzabI ", "#kozabl", "K0Z-AB1", "# k0z ab1"])
      expect(readNumber(text), text).toBe("#K0ZAB1");
    for (const text of [
      "",
      "#",
      "K0ZAB",
      "K0ZAB12",
      "K0ZAB!",
      "KUZAB1",
      "##K0ZAB1",
      "K0Z#AB1",
      "K0ZABß",
      "ＫＯＺＡＢ１",
    ])
      expect(readNumber(text), text).toBeNull();
  });

  it("does not look like its neighbours", () => {
    const random = new Random("neighbours");
    const symbolsAlike = (one: string, other: string) =>
      [...one].filter((symbol, at) => at > 0 && symbol === other[at]).length;
    const numbers = Array.from({ length: 2000 }, (_, n) => numberOf(born(random, MIDNIGHT + n * 6 * SECOND)));
    const alike = numbers.slice(1).map((each, n) => symbolsAlike(each, numbers[n] ?? ""));
    // By chance, 6/32 of six symbols are the same.
    expect(alike.reduce((sum, each) => sum + each) / alike.length).toBeLessThan(0.25);
    expect(Math.max(...alike)).toBeLessThan(4);
  });

  it("says when what has it was created: at most four times of 5.3 seconds a day", () => {
    const random = new Random("times");
    const month = { from: MIDNIGHT - 31 * DAY, to: MIDNIGHT + 1 };
    // Every other one is the last millisecond of such a time.
    for (let n = 0; n < 5000; n++) {
      const createdAt =
        n % 2 === 0
          ? random.integer(month.from, month.to - 1)
          : MIDNIGHT - Math.floor((n * 6 * HOUR) / 4096) - 1;
      const times = timesOfNumber(numberOf(born(random, createdAt)), month);
      expect(times.filter(({ from, to }) => from <= createdAt && createdAt < to)).toHaveLength(1);
      expect(times.length).toBeLessThanOrEqual(125);
      expect(times.every(({ from, to }) => to - from <= 5274)).toBe(true);
      expect(times).toEqual(times.toSorted((one, other) => other.from - one.from));
    }
    const number = numberOf(born(random, MIDNIGHT));
    const [first, ...others] = timesOfNumber(number, { from: MIDNIGHT + 1000, to: MIDNIGHT + 2000 });
    expect([first, others]).toEqual([{ from: MIDNIGHT + 1000, to: MIDNIGHT + 2000 }, []]);
    expect(timesOfNumber(number, { from: MIDNIGHT + 1 * HOUR, to: MIDNIGHT + 6 * HOUR })).toEqual([]);
  });

  it.each([
    ["all day", (random: Random) => random.next() * DAY],
    [
      "as in a café with a morning and a lunch",
      (random: Random) => {
        const [opens, lasts] = random.chance(0.2) ? [7, 9] : random.chance(0.5) ? [7.5, 1.5] : [12, 1.5];
        return (opens + random.next() * lasts) * HOUR;
      },
    ],
    ["as in a canteen", (random: Random) => (11.5 + random.next() * 2) * HOUR],
  ])("is one payment's on a day, but for one pair a year, at 1,000 payments a day %s", (name, timeOfDay) => {
    const [random, years] = [new Random(name), 2];
    let pairs = 0;
    for (let day = 0; day < years * 365; day++) {
      const seen = new Set<string>();
      for (let n = 0; n < 1000; n++) {
        const createdAt = MIDNIGHT + day * DAY + Math.floor(timeOfDay(random));
        seen.add(numberOf({ createdAt, id: random.bits().toString(16) }));
      }
      pairs += 1000 - seen.size;
    }
    expect(pairs).toBeLessThanOrEqual(years);
  });
});
