import { describe, expect, it } from "vitest";
import { RecentDeclines } from "../../../src/durable/recent-declines.ts";

const SECOND = 1_000;
const REASON = "insufficient_funds";

/** How long the wallet has to wait after so many declines, each at the end of the wait after the one before. */
function waitAfter(declines: number): number {
  const recent = new RecentDeclines();
  let now = 0;
  for (let count = 0; count < declines; count++) {
    now += recent.find("wallet", now)?.waitMs ?? 0;
    recent.note("wallet", REASON, now);
  }
  return recent.find("wallet", now)?.waitMs ?? 0;
}

describe("a wallet's wait after declines", () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [7, 60],
    [8, 60],
  ])("after %i in a row is %i s", (declines, seconds) => {
    expect(waitAfter(declines)).toBe(seconds * SECOND);
  });

  it("ends to the millisecond", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 5_000);
    expect(recent.find("wallet", 5_400)).toEqual({ reason: REASON, waitMs: 600 });
    expect(recent.find("wallet", 5_999)).toEqual({ reason: REASON, waitMs: 1 });
    expect(recent.find("wallet", 6_000)).toBeNull();
  });

  it("is that of the last decline's reason", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 0);
    recent.note("wallet", "currency_mismatch", 1_000);
    expect(recent.find("wallet", 1_000)).toEqual({ reason: "currency_mismatch", waitMs: 2_000 });
  });

  it("is no other wallet's", () => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, 0);
    expect(recent.find("other", 0)).toBeNull();
    recent.note("other", REASON, 0);
    expect(recent.find("other", 0)).toMatchObject({ waitMs: SECOND });
  });

  it.each([
    [300 * SECOND - 1, 4],
    [300 * SECOND, 1],
  ])("is counted for five minutes after the last decline: after %i ms, %i s", (later, seconds) => {
    const recent = new RecentDeclines();
    recent.note("wallet", REASON, -SECOND);
    recent.note("wallet", REASON, 0);
    recent.note("wallet", REASON, later);
    expect(recent.find("wallet", later)).toMatchObject({ waitMs: seconds * SECOND });
  });
});
