// `npm run simulate`: the service holds with every kind of fault, and broken guards are noticed. Runs in Node.
import { describe, expect, inject, it } from "vitest";
import { simulate } from "./simulate-process.ts";

const IS_LONG = inject("longTests");
/** Each of these is caught within a few dozen seeds. */
const SHORT = [
  "unknown-is-unknown",
  "delivered-by-receiver",
  "deadline-at-confirm",
  "keyed-create-by-object",
];
const GUARDS = IS_LONG ? ["all"] : SHORT;

describe("the simulator", () => {
  it("finds nothing lost, doubled or stuck, with every kind of fault", { timeout: 600_000 }, async () => {
    const seeds = IS_LONG ? "20000" : "600";
    expect(await simulate("--seeds", seeds)).toContain("0 lost, 0 doubled, 0 stuck");
  });

  it("finds nothing with Formance Ledger in place of one of the contract", { timeout: 600_000 }, async () => {
    const seeds = IS_LONG ? "20000" : "200";
    const formance = ["--ledger", "formance"];
    expect(await simulate(...formance, "--seeds", seeds)).toContain("0 lost, 0 doubled, 0 stuck");
    const broken = ["--broken", IS_LONG ? "all" : "burn-before-decline", "--seeds", "2000"];
    expect(await simulate(...formance, ...broken)).toContain("caught by seed");
  });

  it.each(GUARDS)("notices that a guard is broken: %s", { timeout: 1_200_000 }, async (guard) => {
    expect(await simulate("--broken", guard, "--seeds", "2000")).toContain("caught by seed");
  });
});
