// The ledger against a model that has no database: balances, and one decision for each key.
import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import type { TransferKind } from "#core/domain/ledger.ts";
import { auditAll } from "#core/ledger/audit.ts";
import { sealJournal } from "#core/ledger/chain.ts";
import { settleDue } from "#core/ledger/settle.ts";
import { db, findImbalances, payment, startLedger } from "../support/embedded-ledger.ts";
import { useMutedLog } from "../support/faults.ts";
import { ledgerRows } from "../support/rows.ts";

useMutedLog();

const IS_LONG = inject("longTests");

const KINDS: TransferKind[] = ["payment", "refund", "top_up", "pay_out", "adjustment"];
const CLEARING = "system:clearing";

type Request = ReturnType<typeof payment>;
interface Decided {
  request: Request;
  /** The response says it: the transaction's id, or why it was declined. */
  said: string;
}

const step = fc.record({
  kind: fc.constantFrom<(TransferKind | "wait" | "repeat" | "reuse")[]>(...KINDS, "wait", "repeat", "reuse"),
  wallet: fc.nat(2),
  merchant: fc.nat(1),
  isOut: fc.boolean(),
  units: fc.integer({ min: 1, max: 90 }),
  count: fc.constantFrom(1, 1, 4),
});

/** Each kind once accepted, and once declined for want of money. */
const FIRST = (
  [
    ["payment", 0, 90],
    ["refund", 0, 10],
    ["top_up", 1, 10],
    ["pay_out", 0, 10],
    ["adjustment", 0, 80],
    ["payment", 1, 90],
    ["pay_out", 1, 90],
    ["adjustment", 0, 90],
    ["refund", 0, 90],
  ] as const
).map(([kind, wallet, units]) => ({ kind, wallet, units, merchant: 0, isOut: true, count: 1 }));

/** What may be spent by now. A refund that is accepted leaves the merchant, and reaches the wallet when it settles. */
class Model {
  readonly balances = new Map<string, number>();
  readonly decided = new Map<string, Decided>();
  #pending: { to: string; minor: number }[] = [];

  of = (account: string) => this.balances.get(account) ?? 0;

  move(from: string, to: string, minor: number): void {
    this.balances.set(from, this.of(from) - minor);
    this.balances.set(to, this.of(to) + minor);
  }

  accept({ transaction_type: kind, from_account_id: from, to_account_id: to, amount }: Request): void {
    const minor = toMinor(amount);
    this.move(from, kind === "refund" ? CLEARING : to, minor);
    if (kind === "refund") this.#pending.push({ to, minor });
  }

  settle(): void {
    for (const { to, minor } of this.#pending) this.move(CLEARING, to, minor);
    this.#pending = [];
  }
}

describe("the ledger's books", () => {
  it("are those of the model after any transfers, at the same time and repeated", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        const [ledger, model] = [startLedger(), new Model()];
        const merchants = [crypto.randomUUID(), crypto.randomUUID()];
        const wallets = await Promise.all(
          ["50.00", "5.00", "0"].map((opening) => ledger.openWallet(opening)),
        );
        for (const [index, minor] of [5000, 500, 0].entries())
          model.move("float", wallets[index] ?? "", minor);

        async function post(key: string, request: Request) {
          const { status, body } = await ledger.post(request, key);
          const said = status === 422 ? Object.values(body).join() : body.transaction_id;
          return { status, said, isNew: status === 201 };
        }

        async function postNew(request: Request, count: number) {
          const keys = Array.from({ length: count }, () => crypto.randomUUID());
          const covered =
            request.from_account_id === "float"
              ? count
              : model.of(request.from_account_id) / toMinor(request.amount);
          const responses = await Promise.all(
            keys.flatMap((key) => [post(key, request), post(key, request)]),
          );
          const accepted = responses.filter(({ isNew }) => isNew);
          seen.add(`${request.transaction_type} ${accepted.length === 0 ? responses[0]?.said : "accepted"}`);
          for (const _ of accepted) model.accept(request);
          for (const [index, key] of keys.entries()) {
            const [first, second] = responses.slice(2 * index);
            expect(second?.said).toBe(first?.said);
            model.decided.set(key, { request, said: first?.said ?? "" });
          }
          const isUnknown = responses[0]?.said === "account_not_found";
          if (!isUnknown) expect(accepted).toHaveLength(Math.min(count, Math.floor(covered)));
        }

        for (const { kind, wallet, merchant, isOut, units, count } of [...FIRST, ...steps]) {
          const [walletId = "", merchantId = ""] = [wallets[wallet], merchants[merchant]];
          const [key, earlier] = [...model.decided][units % Math.max(1, model.decided.size)] ?? [];
          ledger.clock.now += 700;
          if (kind === "wait") {
            ledger.clock.now += 2000;
            await Promise.all([settleDue(db, ledger.clock.now), settleDue(db, ledger.clock.now)]);
            model.settle();
          } else if (kind === "repeat" || kind === "reuse") {
            if (key === undefined || earlier === undefined) continue;
            const request =
              kind === "repeat" ? earlier.request : { ...earlier.request, description: "Another" };
            const { status, said } = await post(key, request);
            if (kind === "reuse") expect(status).toBe(409);
            else expect(said).toBe(earlier.said);
          } else {
            const accounts: Record<TransferKind, [string, string]> = {
              payment: [walletId, merchantId],
              refund: [merchantId, walletId],
              top_up: ["float", walletId],
              pay_out: [walletId, "float"],
              adjustment: isOut ? [merchantId, "float"] : ["float", merchantId],
            };
            const amount = (units / 10).toFixed(2);
            await postNew({ ...payment(...accounts[kind], amount), transaction_type: kind }, count);
          }
          const held = await ledgerRows.all(
            "SELECT account_id AS id, balance_minor AS minor FROM ledger_balances WHERE currency = 'USD'",
          );
          const own = new Map(held.map(({ id, minor }) => [String(id), Number(minor)]));
          for (const id of [...wallets, ...merchants]) expect(own.get(id) ?? 0).toBe(model.of(id));
          expect(await findImbalances()).toEqual([]);
        }
        await settleDue(db, ledger.clock.now + 2000, 1000);
        while ((await sealJournal(db, 100)) !== null);
        expect(await Array.fromAsync(auditAll(db))).toEqual([]);
      }),
      { numRuns: IS_LONG ? 60 : 2, seed: 20261125, endOnFailure: true },
    );
    for (const kind of KINDS) expect([...seen]).toContain(`${kind} accepted`);
    for (const kind of ["payment", "refund", "pay_out", "adjustment"])
      expect([...seen]).toContain(`${kind} insufficient_funds`);
  });
});

function toMinor(amount: string): number {
  return Math.round(Number(amount) * 100);
}
