// `npm run simulate` in short: a few seeds, whose history is always the same. Runs in Node.
import { expect, it } from "vitest";
import { simulate } from "./simulate-process.ts";

it("gives the same history for the same seeds, however many threads run them", async () => {
  const [once, again] = await Promise.all([
    simulate("--seeds", "8", "--from", "5000", "--threads", "1"),
    simulate("--seeds", "8", "--from", "5000", "--threads", "2"),
  ]);
  expect(once).toContain("0 lost, 0 doubled, 0 stuck");
  const historyOf = (output: string) => /^history \w+$/m.exec(output)?.[0];
  expect(historyOf(once)).toMatch(/^history [0-9a-f]{64}$/);
  expect(historyOf(again)).toBe(historyOf(once));
});
