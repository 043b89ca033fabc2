// Plays a correct ledger against the state machine: responses and events may be lost, late, repeated, out of order.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LedgerEvent, ReportedResult } from "#core/domain/ledger.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { LedgerOperation, PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import { anIntent, DEADLINE, MERCHANT } from "../../support/intent.ts";
import { cancel, confirm, confirmOther, expire, refund } from "../../support/intent-commands.ts";
import { transferOf } from "../../support/ledger-results.ts";

/** The ledger's decision on each operation, in the order in which they start. Each is final. */
const verdicts = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
const move = fc.record({
  at: fc.oneof({ weight: 40, arbitrary: fc.constant(DEADLINE - 1) }, fc.constant(DEADLINE)),
  by: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(confirm, confirmOther, refund, refund) },
    fc.constantFrom(cancel, expire),
    {
      weight: 9,
      arbitrary: fc.record({
        /** Counts back from the newest operation, so that results of older ones arrive as well. */
        age: fc.constantFrom(0, 0, 0, 1, 2),
        content: fc.constantFrom("unknown" as const, "accepted" as const, "final" as const, "final" as const),
        as: fc.constantFrom("response" as const, "event" as const),
        /** A ledger need not return the metadata it was given. */
        isKeyed: fc.boolean(),
      }),
    },
  ),
});
const moves = fc.array(move, { minLength: 10, maxLength: 30, size: "max" });
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

class CorrectLedger {
  readonly started: LedgerOperation[] = [];
  readonly #verdicts: boolean[];
  constructor(verdicts: boolean[]) {
    this.#verdicts = verdicts;
  }

  observe(intent: PaymentIntent) {
    const { operation } = intent;
    if (operation !== null && this.started.at(-1)?.key !== operation.key) this.started.push(operation);
  }

  settled(kind: LedgerOperation["kind"]): LedgerOperation[] {
    return this.started.filter((operation, i) => operation.kind === kind && this.#verdicts[i]);
  }

  final(operation: LedgerOperation): ReportedResult {
    return this.#verdicts[this.started.indexOf(operation)]
      ? { outcome: "settled", transactionId: `tx-${operation.key}` }
      : { outcome: "declined", reason: "insufficient_funds" };
  }

  send(by: Exclude<Move["by"], IntentCommand>): IntentCommand {
    const operation = this.started.at(-1 - by.age);
    if (operation === undefined || (by.as === "event" && by.content === "unknown")) return expire;
    const accepted = { outcome: "pending", transactionId: `tx-${operation.key}` } as const;
    const result = by.content === "accepted" ? accepted : this.final(operation);
    if (by.as === "event")
      return { type: "record_ledger_event", event: report(operation, result, by.isKeyed) };
    const response = by.content === "unknown" ? { outcome: "unknown" as const } : result;
    return { type: "record_transfer_result", key: operation.key, result: response };
  }
}

function report(
  { kind, key, walletId }: LedgerOperation,
  result: LedgerEvent["result"],
  isKeyed: boolean,
): LedgerEvent {
  return {
    kind,
    paymentIntentId: "intent-1",
    transactionId: `tx-${key}`,
    operationKey: isKeyed ? key : null,
    ...transferOf(kind, MERCHANT, walletId),
    result,
  };
}

/** Plays the moves, then acts as the alarm: retries an unfinished operation until its result is definite. */
function carryOut(ledger: CorrectLedger, made: Move[]): PaymentIntent {
  let intent = anIntent();
  let now = 0;
  const apply = (command: IntentCommand) => {
    intent = decide(intent, command, now).intent;
    ledger.observe(intent);
  };
  for (const { at, by } of made) {
    now = Math.max(now, at);
    apply("age" in by ? ledger.send(by) : by);
  }
  if (intent.operation !== null) {
    const { key } = intent.operation;
    const operation = ledger.started.find((started) => started.key === key);
    if (operation) apply({ type: "record_transfer_result", key, result: ledger.final(operation) });
  }
  return intent;
}

describe("money, once a ledger has moved it", () => {
  it("completes the intent for the wallet that paid, once, and goes back once at most", () =>
    fc.assert(
      fc.property(verdicts, moves, (truth, made) => {
        const ledger = new CorrectLedger(truth);
        const intent = carryOut(ledger, made);
        const payers = ledger.settled("payment").map(({ walletId }) => walletId);
        expect(payers).toEqual(intent.completedBy === null ? [] : [intent.completedBy]);
        expect(intent.status === "completed").toBe(payers.length === 1);
        expect(intent.refundStatus).toBe(ledger.settled("refund").length === 1 ? "completed" : null);
        expect(ledger.settled("refund").length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 5000 },
    ));

  it("is declined and requested again often enough to test the rules above", () => {
    const sample = fc.sample(fc.tuple(verdicts, moves), { numRuns: 2000, seed: 1 });
    const tried = sample.map(([truth, made]) => {
      const ledger = new CorrectLedger(truth);
      carryOut(ledger, made);
      return ledger.started.map(({ kind }) => kind);
    });
    for (const kind of ["payment", "refund"] as const) {
      const again = tried.filter((kinds) => kinds.filter((each) => each === kind).length > 1);
      expect(again.length).toBeGreaterThan(100);
    }
  });
});
