import { describe, expect, it } from "vitest";
import { attemptOf } from "../../../src/domain/match-transfer.ts";
import { anIntent } from "../../support/intent.ts";
import { report, settled } from "../../support/ledger-results.ts";

describe("attemptOf", () => {
  it.each([
    ["payment:intent-1:1", 1],
    ["payment:intent-1:120", 120],
    ["payment:intent-1:999999", 999_999],
    ["payment:intent-1:1000000", null],
    ["payment:intent-1:0", null],
    ["payment:intent-1:01", null],
    ["payment:intent-1:1.5", null],
    ["payment:intent-1:-1", null],
    ["payment:intent-1:", null],
    ["payment:intent-1", null],
    ["payment:intent-10:1", null],
    ["refund:intent-1:1", null],
    [null, null],
  ])("for a payment under the key %j is %j", (operationKey, expected) => {
    expect(attemptOf(anIntent(), { ...report("payment", settled), operationKey })).toBe(expected);
  });
});
