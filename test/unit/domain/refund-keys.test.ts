import { describe, expect, it } from "vitest";
import { decide } from "#core/domain/payment-intents/decide.ts";
import { refundRefusalFor } from "#core/domain/payment-intents/decide-ledger.ts";
import { earlierRefusals, isReused, refusalOf } from "#core/domain/payment-intents/refund-keys.ts";
import { anIntent } from "../../support/intent.ts";
import { confirm, decideInTurn, IN_TIME, refund } from "../../support/intent-commands.ts";
import { declined, event, result, settled } from "../../support/ledger-results.ts";

const EARLIER = [
  { key: "key-1", refusal: "insufficient_merchant_funds" },
  { key: "key-2", refusal: "account_not_found" },
] as const;
const intent = anIntent({
  refundKey: "key-3",
  refundRefusal: "currency_mismatch",
  earlierRefundRefusals: [...EARLIER],
});

describe("refusalOf", () => {
  it.each([
    ["key-1", "insufficient_merchant_funds"],
    ["key-2", "account_not_found"],
    ["key-3", "currency_mismatch"],
    ["key-4", null],
  ])("for %s is %s", (key, expected) => {
    expect(refusalOf(intent, key)).toBe(expected);
  });

  it("is null when nothing was refused", () => {
    expect(refusalOf(anIntent(), "key-1")).toBeNull();
    expect(refusalOf(anIntent({ refundKey: "key-1" }), "key-1")).toBeNull();
  });
});

describe("isReused", () => {
  const used = { ...intent, refundKey: "key-3:texts", earlierRefundRefusals: [...EARLIER] };

  it.each([
    ["key-1", false],
    ["key-1:texts", true],
    ["key-2:others", true],
    ["key-3:texts", false],
    ["key-3", true],
    ["key-3:others", true],
    ["key-4", false],
    ["key-4:texts", false],
  ])("for %s is %s", (key, expected) => {
    expect(isReused(used, key)).toBe(expected);
    expect(isReused(anIntent(), key)).toBe(false);
  });
});

describe("earlierRefusals", () => {
  it("adds the last refusal", () => {
    const last = { key: "key-3", refusal: "currency_mismatch" };
    expect(earlierRefusals(intent)).toEqual([...EARLIER, last]);
    expect(earlierRefusals({ ...intent, earlierRefundRefusals: null })).toEqual([last]);
  });

  it.each([{ refundKey: null }, { refundRefusal: null }])("adds nothing with %j", (change) => {
    expect(earlierRefusals({ ...intent, ...change })).toEqual(EARLIER);
  });

  it("forgets the oldest of more than twenty", () => {
    const many = Array.from(
      { length: 20 },
      (_, n) => ({ key: `old-${n}`, refusal: "account_not_found" }) as const,
    );
    const kept = earlierRefusals({ ...intent, earlierRefundRefusals: many })?.map(({ key }) => key);
    expect(kept).toEqual([...many.slice(1).map(({ key }) => key), "key-3"]);
  });
});

describe("refundRefusalFor", () => {
  it.each([
    ["insufficient_funds", "insufficient_merchant_funds"],
    ["account_not_found", "account_not_found"],
    ["currency_mismatch", "currency_mismatch"],
  ] as const)("for the ledger's %s is %s", (reason, expected) => {
    expect(refundRefusalFor(reason)).toBe(expected);
  });
});

describe("a refund's decline that is reported again", () => {
  it("changes nothing", () => {
    const paid = decideInTurn(anIntent(), [confirm], [result("payment:1", settled)]).intent;
    const refused = decideInTurn(paid, [refund], [result("refund:1", declined)]).intent;
    const again = decide(refused, event("refund", declined), IN_TIME);
    expect(again).toEqual({ intent: refused, events: [], refusal: null });
  });
});
