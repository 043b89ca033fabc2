import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readConfig } from "#main/read-config.ts";

const limitsOf = (text: string | undefined) =>
  readConfig({ ...env, ADJUSTMENT_LIMITS: text } as Env).adjustmentLimits;

it("reads limits of adjustments in the minor units of each currency", () => {
  expect([...limitsOf("USD:500.50/2000,JPY:5/5")]).toEqual([
    ["USD", { transactionMaxMinor: 500_50, dayMaxMinor: 2000_00 }],
    ["JPY", { transactionMaxMinor: 5, dayMaxMinor: 5 }],
  ]);
  expect(limitsOf(undefined).size).toBe(0);
});
