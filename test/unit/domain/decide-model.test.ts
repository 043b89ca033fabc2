import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { type Decision, decide } from "#core/domain/payment-intents/decide.ts";
import { isOpen, isPastDeadline, type PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import {
  CREATED_AT,
  DEADLINE,
  INTENT_BY_STATUS,
  MERCHANT,
  OTHER_WALLET,
  WALLET,
} from "../../support/intent.ts";
import { transferOf } from "../../support/ledger-results.ts";

interface Step {
  waitMs: number;
  command: IntentCommand;
}

/** Stands for the key of the operation in progress, so that runs get as far as a refund. */
const CURRENT_KEY = "current";

const start = fc.constantFrom(INTENT_BY_STATUS.pending, INTENT_BY_STATUS.pending_approval);
const kind = fc.constantFrom("payment" as const, "refund" as const);
const anyKey = fc.tuple(kind, fc.integer({ min: 1, max: 3 })).map(([name, n]) => `${name}:intent-1:${n}`);
const key = fc.oneof({ weight: 3, arbitrary: fc.constant(CURRENT_KEY) }, anyKey);
const transactionId = fc.constantFrom("tx-1", "tx-2");
const definite = fc.oneof(
  fc.record({ outcome: fc.constantFrom("settled", "pending"), transactionId }),
  fc.record({ outcome: fc.constant("declined"), reason: fc.constant("insufficient_funds") }),
);
const report = fc
  .record({
    kind,
    paymentIntentId: fc.constant("intent-1"),
    transactionId,
    operationKey: fc.option(key),
    wallet: fc.constantFrom(WALLET, WALLET, OTHER_WALLET),
    amountMinor: fc.constantFrom(1250, 1250, 1250, 1251, null),
    result: definite,
  })
  .map(({ wallet, amountMinor, ...rest }) => ({
    ...rest,
    ...transferOf(rest.kind, MERCHANT, wallet),
    amountMinor,
  }));
const command: fc.Arbitrary<IntentCommand> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("cancel", "withdraw", "refund"),
      merchantId: fc.constantFrom(MERCHANT, MERCHANT, "merchant-2"),
      key: fc.constantFrom(null, "key-1", "key-2"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("confirm", "approve"),
      walletId: fc.constantFrom(WALLET, OTHER_WALLET),
    }),
  },
  fc.record({ type: fc.constant("reject"), walletId: fc.constantFrom(WALLET, OTHER_WALLET) }),
  fc.record({
    type: fc.constant("simulate_expiry"),
    merchantId: fc.constantFrom(MERCHANT, MERCHANT, "merchant-2"),
  }),
  fc.record({
    type: fc.constant("simulate_expiry"),
    merchantId: fc.constantFrom(MERCHANT, "merchant-2"),
    byMs: fc.integer({ min: 1, max: 3_600_000 }),
  }),
  fc.constantFrom({ type: "expire" }, { type: "end_operation" }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("record_transfer_result"),
      key,
      result: fc.oneof(
        definite,
        fc.record({ outcome: fc.constantFrom("unknown", "rejected") }),
        fc.record({ outcome: fc.constant("key_taken"), transaction: fc.option(report) }),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("record_ledger_event"), event: report }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("record_transaction"), transaction: report }) },
);
/** Mostly short waits, and some that cross or meet the deadline. */
const waitMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 1000 }) },
  fc.constantFrom(DEADLINE - CREATED_AT, DEADLINE - CREATED_AT - 1, 1, 600_000),
);
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ waitMs, command }), { maxLength: 25, size: "max" });

interface Turn {
  before: PaymentIntent;
  command: IntentCommand;
  now: number;
  decision: Decision;
}

/** Freezes every intent, so that a decision that changes its argument throws. */
function run(intent: PaymentIntent, sequence: Step[]): Turn[] {
  const turns: Turn[] = [];
  let before = intent;
  let now = CREATED_AT;
  for (const { waitMs: wait, command: next } of sequence) {
    now += wait;
    Object.freeze(before.operation);
    const resolved = resolve(next, before.operation?.key ?? "none");
    const decision = decide(Object.freeze(before), resolved, now);
    turns.push({ before, command: resolved, now, decision });
    before = decision.intent;
  }
  return turns;
}

function resolve(next: IntentCommand, currentKey: string): IntentCommand {
  const text = JSON.stringify(next).replaceAll(`"${CURRENT_KEY}"`, `"${currentKey}"`);
  return JSON.parse(text) as IntentCommand;
}

/** What is visible outside, except for the version and time of the change. */
function seen(intent: PaymentIntent) {
  const hidden = { operation: null, paymentDeclines: 0, refundDeclines: 0, version: 0, updatedAt: 0 };
  return JSON.stringify({ ...intent, ...hidden });
}

const eventsOf = (turns: Turn[]) => turns.flatMap(({ decision }) => decision.events);

const RULES: Record<string, (turns: Turn[]) => void> = {
  "leaves a terminal status only for the ledger's word that the payment has settled": (turns) => {
    for (const { before, command: by, decision } of turns) {
      if (isOpen(before) || decision.intent.status === before.status) continue;
      expect(decision.intent.status).toBe("completed");
      expect(["record_ledger_event", "record_transaction"]).toContain(by.type);
    }
  },
  "names a payer and a time exactly while completed, and a reason exactly while cancelled": (turns) => {
    for (const { intent } of turns.map(({ decision }) => decision)) {
      expect(intent.completedBy !== null).toBe(intent.status === "completed");
      expect(intent.completedAt !== null).toBe(intent.status === "completed");
      expect(intent.cancelledAt !== null).toBe(intent.status === "cancelled");
      expect(intent.cancellationReason !== null).toBe(intent.status === "cancelled");
    }
  },
  "ends once, with one event of completion, cancellation or expiry; completion may follow another end": (
    turns,
  ) => {
    const ends = eventsOf(turns).flatMap(({ type }) => (type.startsWith("payment.") ? [type] : []));
    const isEnded = turns.some(({ decision }) => !isOpen(decision.intent));
    expect(ends.length > 0).toBe(isEnded);
    expect(ends.length).toBeLessThanOrEqual(2);
    if (ends.length === 2) expect(ends.indexOf("payment.completed")).toBe(1);
  },
  "numbers events 1 to n without a gap": (turns) => {
    const events = eventsOf(turns);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, i) => i + 1));
    expect(turns.at(-1)?.decision.intent.eventSequence ?? 0).toBe(events.length);
  },
  "raises the version with every visible change, and never lowers it": (turns) => {
    for (const { before, decision, now } of turns) {
      expect(decision.intent.version).toBeGreaterThanOrEqual(before.version);
      const changed = seen(before) !== seen(decision.intent);
      if (changed) expect(decision.intent.version).toBeGreaterThan(before.version);
      if (changed) expect(decision.intent.updatedAt).toBe(now);
    }
  },
  "starts no payment at or after the deadline, and no operation while another is in progress": (turns) => {
    for (const { before, command: by, decision, now } of turns) {
      const { operation } = decision.intent;
      const isNew = operation !== null && operation.key !== before.operation?.key;
      // With an id the ledger has begun it.
      if (!isNew || operation.transactionId !== null) continue;
      if (by.type !== "record_transfer_result") expect(before.operation).toBeNull();
      if (operation.kind === "payment") expect(now).toBeLessThan(before.expiresAt);
    }
  },
  "is not open at or after the deadline unless a payment is in progress": (turns) => {
    for (const { decision, now } of turns) expect(isPastDeadline(decision.intent, now)).toBe(false);
  },
  "never uses an operation's key twice": (turns) => {
    const started = turns
      .filter(({ before, decision }) => decision.intent.operation?.key !== before.operation?.key)
      .flatMap(({ decision }) => decision.intent.operation?.key ?? []);
    expect(new Set(started).size).toBe(started.length);
  },
  "refunds at most once, and only what is completed": (turns) => {
    const refunds = eventsOf(turns).filter(({ type }) => type === "refund.completed");
    expect(refunds.length).toBeLessThanOrEqual(1);
    for (const { before, decision } of turns) {
      if (before.refundStatus === "completed") expect(decision.intent).toBe(before);
      if (decision.intent.refundStatus !== null) expect(decision.intent.status).toBe("completed");
    }
  },
  "changes nothing when it refuses, except for the deadline": (turns) => {
    for (const { before, decision, now } of turns) {
      if (decision.refusal === null || isPastDeadline(before, now)) continue;
      expect(decision).toEqual({ intent: before, events: [], refusal: decision.refusal });
      expect(decision.intent).toBe(before);
    }
  },
};

function expectRules(turns: Turn[]): void {
  for (const [rule, expectRule] of Object.entries(RULES)) {
    try {
      expectRule(turns);
    } catch (cause) {
      throw new Error(`decide ${rule}`, { cause });
    }
  }
}

describe("decide, for any commands in any order", () => {
  it("keeps each of the rules", () =>
    fc.assert(
      fc.property(start, steps, (intent, sequence) => expectRules(run(intent, sequence))),
      { numRuns: 2000 },
    ));

  it("reaches every status and both outcomes of a refund, so that the rules above are tested", () => {
    const reached = new Set<string | null>();
    const sample = fc.sample(fc.tuple(start, steps), { numRuns: 2000, seed: 1 });
    for (const { decision } of sample.flatMap(([intent, sequence]) => run(intent, sequence))) {
      reached.add(decision.intent.status).add(`refund ${decision.intent.refundStatus}`);
      for (const { type } of decision.events) reached.add(type);
    }
    expect([...reached].sort()).toEqual([
      "cancelled",
      "completed",
      "expired",
      "payment.cancelled",
      "payment.completed",
      "payment.expired",
      "pending",
      "pending_approval",
      "refund completed",
      "refund null",
      "refund pending",
      "refund.completed",
      "refund.failed",
      "refund.pending",
    ]);
  });
});
