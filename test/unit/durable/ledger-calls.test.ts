// The calls that an object makes to the ledger for the operation that it has stored.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { LedgerTransfer, TransferResult } from "#core/domain/ledger.ts";
import type { IntentCommand } from "#core/domain/payment-intents/commands.ts";
import { decide } from "#core/domain/payment-intents/decide.ts";
import type { PaymentIntent } from "#core/domain/payment-intents/payment-intent.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import { err, ok } from "#core/domain/result.ts";
import { LedgerCalls, STARTS_TRANSFER } from "#core/durable/ledger-calls.ts";
import { anIntent, MERCHANT, OTHER_WALLET, WALLET } from "../../support/intent.ts";
import { confirm, confirmOther, decideInTurn, IN_TIME, refund } from "../../support/intent-commands.ts";
import {
  accepted,
  declined,
  event,
  report,
  result,
  settled,
  transaction,
  transferOf,
  unknown,
} from "../../support/ledger-results.ts";

const paying = decideInTurn(anIntent({ description: "Coffee" }), [confirm]).intent;
const refunding = decideInTurn(paying, [result("payment:1", settled)], [refund]).intent;

/** An object's intent, and a ledger that gives these results in turn. */
function anObject(start: PaymentIntent, ...results: (TransferResult | Promise<TransferResult>)[]) {
  let intent = start;
  const next = async () => (await results.shift()) ?? unknown;
  const ledger = {
    transfer: vi.fn((_: LedgerTransfer) => next()),
    findTransfer: vi.fn((_: string) => next()),
    findByKey: vi.fn<Ledger["findByKey"]>(async () => ok(null)),
    voidKey: vi.fn<Ledger["voidKey"]>(async () => err("unsupported")),
  };
  const calls = new LedgerCalls(ledger as Partial<Ledger> as Ledger, [env.MASTER_KEY]);
  const execute = (command: IntentCommand) => {
    const before = intent;
    intent = decide(before, command, IN_TIME).intent;
    calls.noteDecline(command, before, intent, IN_TIME);
    return intent;
  };
  const onOperation = (action: "run" | "end") => {
    const { operation } = intent;
    if (operation === null) throw new Error("no operation is in progress");
    const { key } = operation;
    const record = (outcome: TransferResult) =>
      execute({ type: "record_transfer_result", key, result: outcome });
    return action === "run"
      ? calls.run(intent, operation, record)
      : calls.end(intent, operation, record, () => false);
  };
  return {
    ledger,
    execute,
    run: () => onOperation("run"),
    end: () => onOperation("end"),
    intent: () => intent,
  };
}

/** A result that the ledger gives when it is told to. */
const held = () => Promise.withResolvers<TransferResult>();

it("waits for the transfers that commands start, and for no others", () => {
  expect(STARTS_TRANSFER).toEqual({ confirm: "payment", approve: "payment", refund: "refund" });
});

describe("a call for an operation", () => {
  it.each([
    ["payment", paying],
    ["refund", refunding],
  ] as const)("transfers a %s under its key, and records the result", async (kind, start) => {
    const { ledger, run, intent } = anObject(start, settled);
    expect(await run()).toBeNull();
    expect(ledger.transfer.mock.calls).toEqual([
      [
        {
          kind,
          key: `${kind}:intent-1:1`,
          ...transferOf(kind, MERCHANT, WALLET),
          description: "Coffee",
          paymentIntentId: "intent-1",
        },
      ],
    ]);
    expect(intent().operation).toBeNull();
  });

  it("is shared by everyone who waits for the operation, and made again after it has ended", async () => {
    const first = held();
    const { ledger, run } = anObject(paying, first.promise);
    const both = [run(), run()];
    expect(ledger.transfer).toHaveBeenCalledTimes(1);
    first.resolve(unknown);
    expect(await Promise.all(both)).toEqual([null, null]);
    await run();
    expect(ledger.transfer).toHaveBeenCalledTimes(2);
  });

  it("looks up what the ledger has accepted, and repeats it only if the ledger does not know it", async () => {
    const start = decideInTurn(refunding, [result("refund:1", accepted)]).intent;
    const known = anObject(start, settled);
    await known.run();
    expect(known.ledger.findTransfer).toHaveBeenCalledExactlyOnceWith("tx-1");
    expect(known.ledger.transfer).not.toHaveBeenCalled();
    expect(known.intent().refundStatus).toBe("completed");

    const forgotten = anObject(start, unknown, settled);
    await forgotten.run();
    expect(forgotten.ledger.transfer).toHaveBeenCalledOnce();
    expect(forgotten.intent().refundStatus).toBe("completed");
  });

  it("is not disturbed by the end of an earlier operation's call", async () => {
    const [first, second] = [held(), held()];
    const { ledger, execute, run } = anObject(paying, first.promise, second.promise);
    const earlier = run();
    execute(event("payment", declined));
    execute(confirmOther);
    const later = run();
    first.resolve(declined);
    expect(await earlier).toBe("insufficient_funds");
    const joined = run();
    expect(ledger.transfer).toHaveBeenCalledTimes(2);
    second.resolve(settled);
    expect(await Promise.all([later, joined])).toEqual([null, null]);
  });

  it("ends even when a later operation's call has ended before", async () => {
    const first = held();
    const { execute, run } = anObject(paying, first.promise, settled);
    const earlier = run();
    execute(event("payment", declined));
    execute(confirm);
    expect(await run()).toBeNull();
    first.resolve(unknown);
    expect(await earlier).toBe("insufficient_funds");
  });
});

describe("a caller who waits", () => {
  it.each([
    ["payment", paying, "insufficient_funds"],
    ["refund", refunding, "insufficient_merchant_funds"],
  ] as const)("for a %s that the ledger declines is told why", async (_, start, refusal) => {
    expect(await anObject(start, declined).run()).toBe(refusal);
  });

  it.each([event("payment", declined), transaction("payment", declined)])(
    "is told of a decline that arrives before the ledger's response: $type",
    async (command) => {
      const response = held();
      const { execute, run } = anObject(paying, response.promise);
      const waiting = run();
      execute(command);
      response.resolve(unknown);
      expect(await waiting).toBe("insufficient_funds");
    },
  );

  it("is not told of an earlier attempt's decline", async () => {
    const start = decideInTurn(paying, [result("payment:1", declined)], [confirm]).intent;
    const response = held();
    const { execute, run } = anObject(start, response.promise);
    const waiting = run();
    execute(event("payment", declined));
    response.resolve(settled);
    expect(await waiting).toBeNull();
  });

  it("is told when another wallet turns out to have paid", async () => {
    const byOther = { ...report("payment", settled), fromAccountId: OTHER_WALLET };
    const taken = { outcome: "key_taken", transaction: byOther } as const;
    expect(await anObject(paying, taken).run()).toBe("already_paid");
  });

  it("is told of no decline where nothing was in progress", () => {
    const { execute, intent } = anObject(anIntent());
    execute(event("payment", declined));
    expect(intent().operation).toBeNull();
  });
});

describe("an operation that is to be ended", () => {
  it("is ended as not executed once the ledger has no transaction under its key, for everyone", async () => {
    const { ledger, run, end, intent } = anObject(paying);
    const ending = end();
    const waiting = run();
    expect(await ending).toBeNull();
    expect(await waiting).toBe("not_executed");
    expect(ledger.findByKey).toHaveBeenCalledExactlyOnceWith("payment:intent-1:1");
    expect(ledger.transfer).not.toHaveBeenCalled();
    expect(intent()).toMatchObject({ operation: null, paymentDeclines: 1 });
  });

  it.each<[name: string, found: Awaited<ReturnType<Ledger["findByKey"]>>, refusal: string]>([
    ["the ledger has a transaction", ok(report("payment", declined)), "transaction_exists"],
    ["the ledger cannot look up keys", err("unsupported"), "keys_not_searchable"],
  ])("goes on when %s", async (_, found, refusal) => {
    const { ledger, run, end, intent } = anObject(paying);
    ledger.findByKey.mockResolvedValue(found);
    const ending = end();
    const waiting = run();
    expect(await ending).toBe(refusal);
    expect(await waiting).toBeNull();
    expect(intent()).toBe(paying);
  });

  it("goes on when the ledger does not say, which is logged", async () => {
    const lines = vi.spyOn(console, "error").mockReturnValue(undefined);
    const { ledger, end, intent } = anObject(paying);
    ledger.findByKey.mockRejectedValue(new Error("it is down"));
    expect(await end()).toBe("ledger_unavailable");
    expect(intent()).toBe(paying);
    expect(JSON.parse(lines.mock.lastCall?.[0])).toMatchObject({
      event: "ledger_look_up_failed",
      key: "payment:intent-1:1",
      error: "Error: it is down",
    });
  });

  it("is looked up only after the call in progress has ended", async () => {
    const response = held();
    const { ledger, run, end } = anObject(paying, response.promise);
    ledger.findByKey.mockResolvedValue(ok(report("payment", settled)));
    const running = run();
    const ending = end();
    expect(ledger.findByKey).not.toHaveBeenCalled();
    response.resolve(unknown);
    expect(await running).toBeNull();
    expect(await ending).toBe("transaction_exists");
  });
});
