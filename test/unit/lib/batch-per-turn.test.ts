import { describe, expect, it, vi } from "vitest";
import { batchPerTurn } from "#core/lib/batch-per-turn.ts";

describe("together", () => {
  it("finds all that is asked for in one turn at once, and later questions anew", async () => {
    const find = vi.fn(async (asked: readonly number[]) => asked.map((each) => each * 2));
    const ask = batchPerTurn(find);
    expect(await Promise.all([ask(1), ask(2)])).toEqual([
      [2, 4],
      [2, 4],
    ]);
    expect(await ask(3)).toEqual([6]);
    expect(find.mock.calls).toEqual([[[1, 2]], [[3]]]);
  });

  it("fails for each that has asked, and only for these", async () => {
    const ask = batchPerTurn(async ([first]: readonly number[]) => {
      if (first === 1) throw new Error("D1 is away");
      return first;
    });
    const settled = await Promise.allSettled([ask(1), ask(2)]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await ask(3)).toBe(3);
  });
});
