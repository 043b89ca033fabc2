import { expect, it } from "vitest";
import {
  afterAttempt,
  LATE_EFFECT_MS,
  newTask,
  nextAttemptAt,
  type ProviderTaskKind,
} from "#core/domain/identity-provider/provider-task.ts";

/** What follows an attempt that is done: the first or the second one, at once or when nothing can be late any more. */
const FOLLOWING: Record<ProviderTaskKind, [string, string, string, string]> = {
  registration: ["open", "open", "open", "over"],
  counter: ["open", "open", "open", "over"],
  invitation: ["open", "open", "open", "over"],
  client_removal: ["over", "over", "over", "over"],
  user_removal: ["over", "over", "over", "over"],
  wallet_sessions: ["over", "over", "over", "over"],
  merchant_access: ["over", "over", "anew", "anew"],
  user_access: ["over", "over", "anew", "anew"],
};

const task = (kind: string, attempts: number) => ({
  ...newTask({ id: "1", kind: kind as ProviderTaskKind, merchantId: "m-1", subject: "s" }, 0),
  position: "counter-1",
  attempts,
});

it.each(Object.entries(FOLLOWING))(
  "%s: ends, stays open or begins anew as the table says, and stays open while unfinished",
  (kind, expected) => {
    const attempts = [1, 2].flatMap((count) =>
      [0, LATE_EFFECT_MS].map((now) => [task(kind, count), now] as const),
    );
    const following = attempts.map(([attempted, now]) => {
      const next = afterAttempt(attempted, "done", now);
      if (next === null) return "over";
      if (next === attempted) return "open";
      const anew = { ...attempted, position: null, attempts: 0, dueAt: now + LATE_EFFECT_MS };
      expect(next).toEqual(anew);
      return "anew";
    });
    expect(following).toEqual(expected);
    for (const [attempted, now] of attempts) {
      expect(afterAttempt(attempted, "unfinished", now)).toBe(attempted);
    }
  },
);

it("an access continues where an attempt ended, without counting that, and does not forget one that failed", () => {
  const next = { position: "counter-2", dueAt: 5 };
  for (const [attempts, after] of [
    [1, 0],
    [2, 2],
  ] as const) {
    const attempted = task("merchant_access", attempts);
    expect(afterAttempt(attempted, { position: "counter-2" }, 5)).toEqual({
      ...attempted,
      ...next,
      attempts: after,
    });
  }
});

it("an attempt follows after one minute, and then less and less often, but every hour", () => {
  const minutes = [1, 2, 3, 6, 7, 8, 100].map((attempts) => nextAttemptAt(attempts, 0) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 32, 60, 60, 60]);
});
