import { expect, it } from "vitest";
import {
  isOver,
  LATE_EFFECT_MS,
  newTask,
  nextAttemptAt,
  type ProviderTaskKind,
} from "../../src/domain/provider-task.ts";

/** After which attempts it is over: the first or the second one, at once or when nothing can be late any more. */
const OVER: Record<ProviderTaskKind, [string, string, string, string]> = {
  registration: ["open", "open", "open", "over"],
  counter: ["open", "open", "open", "over"],
  invitation: ["open", "open", "open", "over"],
  client_removal: ["over", "over", "over", "over"],
  user_removal: ["over", "over", "over", "over"],
  merchant_access: ["over", "over", "open", "over"],
  user_access: ["over", "over", "open", "over"],
};

const task = (kind: string, attempts: number) => ({
  ...newTask({ id: "1", kind: kind as ProviderTaskKind, merchantId: "m-1", subject: "s" }, 0),
  attempts,
});

it.each(Object.entries(OVER))(
  "%s: is over as the table says, and never with more to do",
  (kind, expected) => {
    const attempts = [1, 2].flatMap((count) =>
      [0, LATE_EFFECT_MS].map((now) => [task(kind, count), now] as const),
    );
    expect(attempts.map(([attempted, now]) => (isOver(attempted, true, now) ? "over" : "open"))).toEqual(
      expected,
    );
    for (const [attempted, now] of attempts) expect(isOver(attempted, false, now)).toBe(false);
  },
);

it("an attempt follows after one minute, and then less and less often, but every hour", () => {
  const minutes = [1, 2, 3, 6, 7, 8, 100].map((attempts) => nextAttemptAt(attempts, 0) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 32, 60, 60, 60]);
});
