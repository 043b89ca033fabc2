// Which keys a scanner has typed, and which a hand.
import { describe, expect, it } from "vitest";
import { followSeries, type PressedKey } from "#pages/browser/kit/typed-series.ts";

const TOKEN = "eyJ3Ijoi.MTIz-4_5.c2ln";
const NEVER = Number.POSITIVE_INFINITY;

/** What has happened so far to the keys that were pressed. */
function keyboard() {
  const seen: string[] = [];
  let now = 0;
  let timer = { at: NEVER, work: () => {} };
  const series = followSeries<PressedKey>({
    onTyped: ({ key }) => seen.push(key),
    onScan: (text) => seen.push(`scan: ${text}`),
    after: (ms, work) => {
      const mine = { at: now + ms, work };
      timer = mine;
      return () => {
        if (timer === mine) timer = { at: NEVER, work };
      };
    },
  });
  const wait = (ms: number) => {
    now += ms;
    const { at, work } = timer;
    if (at > now) return;
    timer = { at: NEVER, work };
    work();
  };
  /** Presses it after so many milliseconds. `at once`: the page takes the key as it does any other. */
  const press = (key: string, gapMs: number, isRepeat = false) => {
    wait(gapMs);
    if (!series.take({ key, at: now, isRepeat })) seen.push(`at once: ${key}`);
  };
  const type = (keys: Iterable<string>, gapMs: number) => {
    for (const key of keys) press(key, gapMs);
  };
  return { seen, wait, press, type, release: series.release };
}

const SPEEDS = [1, 2, 5, 10, 20, 30, 35];

describe("a scanner that types", () => {
  describe.each(SPEEDS)("a key each %i ms", (gapMs) => {
    it.each(["Enter", "Tab", ""])("is told from a hand, whose keys come before and after it (%s)", (end) => {
      for (const text of ["401234", TOKEN, ...(end === "" ? [] : ["401", "4011"])]) {
        const { seen, type, wait } = keyboard();
        type("1250", 80);
        wait(80);
        type([...text, ...(end === "" ? [] : [end])], gapMs);
        expect(seen).toEqual([..."1250"]);
        wait(100);
        type("7", 80);
        wait(100);
        expect(seen).toEqual([..."1250", `scan: ${text}`, "7"]);
      }
    });
  });

  it.each([
    ["two characters and Enter", ["1", "2", "Enter"], ["1", "2", "at once: Enter"]],
    ["five characters without an end", [..."12345"], [..."12345"]],
  ])("is not believed in for %s", (_name, keys, expected) => {
    const { seen, type, wait } = keyboard();
    type(keys, 5);
    wait(100);
    expect(seen).toEqual(expected);
  });

  it("is not believed in when one key comes after 36 ms", () => {
    const { seen, press, wait } = keyboard();
    for (const [index, key] of [..."1234", "Enter"].entries()) press(key, index === 2 ? 36 : 35);
    wait(100);
    expect(seen).toEqual([..."1234", "at once: Enter"]);
  });

  it("has its say to the end once it is known, lines, stutter and all", () => {
    const { seen, type, wait } = keyboard();
    type(["Shift", ..."ABC DEF", "Enter"], 30);
    type("123", 99);
    type(["Tab", "Enter"], 5);
    wait(99);
    expect(seen).toEqual(["at once: Shift"]);
    wait(1);
    expect(seen).toEqual(["at once: Shift", "scan: ABC DEF\n123"]);
  });

  it("may press Shift before each letter", () => {
    const { seen, type, wait } = keyboard();
    for (const letter of "ABCDEF") type(["Shift", letter], 30);
    wait(100);
    expect(seen.at(-1)).toBe("scan: ABCDEF");
  });
});

describe("a hand", () => {
  it.each([36, 80, 99, 100, 150, 1_000])("types a key each %i ms, and none is lost", (gapMs) => {
    const { seen, type, wait } = keyboard();
    type([..."12.50+3", "Enter", ..."4011", "Backspace", "Tab"], gapMs);
    wait(100);
    const expected = [..."12.50+3", "at once: Enter", ..."4011", "at once: Backspace", "at once: Tab"];
    expect(seen).toEqual(expected);
  });

  it("waits for its key until the next one, or for 100 ms", () => {
    const { seen, press, wait } = keyboard();
    press("1", 0);
    wait(99);
    expect(seen).toEqual([]);
    wait(1);
    expect(seen).toEqual(["1"]);
    press("2", 500);
    press("3", 80);
    expect(seen).toEqual(["1", "2"]);
  });

  it("is not waited for with what begins no code", () => {
    const { seen, type } = keyboard();
    type([" ", "Enter", "Tab", "Escape", "ArrowDown", " "], 5);
    expect(seen).toEqual([" ", "Enter", "Tab", "Escape", "ArrowDown", " "].map((key) => `at once: ${key}`));
  });

  it("that holds a key down is no scanner", () => {
    const { seen, press } = keyboard();
    press("1", 500);
    for (let repeats = 0; repeats < 20; repeats++) press("1", repeats === 0 ? 500 : 30, true);
    press("Enter", 30);
    expect(seen).toEqual(["1", ...Array(20).fill("at once: 1"), "at once: Enter"]);
  });

  it("may do something else at once: its keys were meant before that, and a scan goes on", () => {
    const { seen, type, release, wait } = keyboard();
    type("125", 30);
    release();
    expect(seen).toEqual([..."125"]);
    type("401234", 5);
    release();
    type("5678", 5);
    wait(100);
    expect(seen).toEqual([..."125", "scan: 4012345678"]);
  });
});
