// What only the adapter for Formance Ledger must do, seen at a stand-in that loses and delays what is sent to it.
import { FLOAT_ACCOUNT_ID, type LedgerTransfer, type TransferResult } from "#core/domain/ledger.ts";
import type { Ledger } from "#core/domain/ports/ledger.ts";
import type { Mishap, StandInFormance } from "../../support/stand-in-formance.ts";
import { demand, demandEqual } from "../demand.ts";
import type { Requirement } from "../requirement.ts";
import type { Scene } from "../scene.ts";

export interface FormanceScene extends Scene {
  adapter: Ledger;
  formance: StandInFormance;
}

const AMOUNT = 500;
const ATTEMPTS_MAX = 8;
/** These kinds can be declined for want of money. */
const PAYER_AND_PAYEE = {
  payment: ["wallets", "merchants"],
  refund: ["merchants", "wallets"],
  pay_out: ["wallets", "world"],
  adjustment: ["wallets", "world"],
} as const;
/** More than a transfer ever sends, with its burn and the look-up. */
const REQUESTS = 5;
/** The request before which the payer gets the money: the first, or one of those that follow; never, for the last. */
const FUNDED_AT = [0, 1, 2, 3, 4, 5, 1000];
/** Requests after which something late arrives; never while the transfer is tried, for the last. */
const DELAYS = [1, 2, 3, 4, 5, 6, 1000];
const MISHAPS: ((at: number) => Mishap)[] = [
  () => ({ kind: "lost" }),
  () => ({ kind: "reply_lost" }),
  ...DELAYS.map(
    (delay) =>
      (at: number): Mishap => ({ kind: "late", until: at + delay }),
  ),
];

export const FORMANCE_REQUIREMENTS: Requirement<FormanceScene>[] = [
  {
    id: "formance.interrupted",
    text: "Whatever is lost or late between a transfer and its burn, it has one result, which the books bear out",
    async check(scene) {
      for (const kind of Object.keys(PAYER_AND_PAYEE) as Kind[])
        for (const fundedAt of FUNDED_AT)
          for (let at = 0; at < REQUESTS; at++)
            for (const mishap of MISHAPS) await interrupt(scene, { kind, fundedAt }, { [at]: mishap(at) });
    },
  },
  {
    id: "formance.requests",
    text: "A transfer is sent under its key and reference, its burn under the reference alone",
    async check({ adapter, formance }) {
      const transfer = newTransfer("payment");
      formance.received.length = 0;
      await adapter.openWallet(transfer.fromAccountId);
      await adapter.transfer(transfer);
      const [, posted, burn] = formance.received;
      demandEqual(posted?.key, transfer.key, "the Idempotency-Key of the transfer");
      demandEqual(burn?.key, null, "the Idempotency-Key of the burn");
      for (const { body } of [posted, burn].filter((each) => each !== undefined))
        demandEqual(body.reference, transfer.key, "reference");
    },
  },
  {
    id: "formance.assets",
    text: "Money is known by the assets that others post, and moved in them",
    async check({ adapter, formance }) {
      for (const [currency, asset] of [
        ["USD", "USD/2"],
        ["JPY", "JPY/0"],
        ["KWD", "KWD/3"],
      ] as const) {
        const transfer = { ...newTransfer("payment"), currency };
        formance.fund(`wallets:${transfer.fromAccountId}`, AMOUNT, asset);
        demandEqual((await adapter.transfer(transfer)).outcome, "settled", `the outcome in ${currency}`);
        demandEqual(formance.balanceOf(`merchants:${transfer.toAccountId}`, asset), AMOUNT, asset);
      }
    },
  },
  {
    id: "formance.burns-hidden",
    text: "A burn is in no history, total or balance, and is not found by its id",
    async check({ adapter, formance }) {
      const transfer = newTransfer("payment");
      const { fromAccountId: wallet, toAccountId: merchant } = transfer;
      await adapter.openWallet(wallet);
      await demandResult(adapter, transfer, "insufficient_funds");
      for (const account of [wallet, merchant]) {
        const { transactions, total } = await adapter.listTransactions(account, 1, 20);
        demand(transactions.length === 0 && total === 0, "an empty history", { transactions, total });
      }
      demandEqual(await adapter.findBalances(merchant), null, "the merchant's balances");
      const { id } = formance.under(transfer.key) ?? {};
      demandEqual(await adapter.findById(String(id)), null, "the burn by its id");
    },
  },
  {
    id: "formance.foreign",
    text: "What is under the key completes a transfer only if accounts, asset and amount are its own",
    async check({ adapter, formance }) {
      const others = [{ amount: AMOUNT + 1 }, { asset: "EUR/2" }, { asset: "USD/3" }, { amount: 0 }] as const;
      const accounts = [
        { source: "wallets:other" },
        { destination: "merchants:other" },
        { source: "merchants:other" },
      ];
      for (const change of [...others, ...accounts]) {
        const transfer = newTransfer("payment");
        const posting = { ...postingOf(transfer), ...change };
        formance.fund(posting.source, posting.amount, posting.asset);
        formance.post({ reference: transfer.key, postings: [posting] });
        const { outcome } = await adapter.transfer(transfer);
        demand(
          outcome === "key_taken" || outcome === "unknown",
          `no result with ${JSON.stringify(change)}`,
          outcome,
        );
      }
    },
  },
  {
    id: "formance.pages",
    text: "Pages far into a history are those that their numbers say, also while new transactions arrive",
    async check({ adapter, formance }) {
      const transfer = newTransfer("payment");
      const { source } = postingOf(transfer);
      const expected: string[] = [];
      const post = () => {
        formance.fund(source, 1);
        expected.unshift(String(formance.entries.at(-1)?.id));
      };
      for (let count = 0; count < 130; count++) post();
      for (const page of [5, 1, 2, 3, 4, 5, 5, 3]) {
        const { transactions, total } = await adapter.listTransactions(transfer.fromAccountId, page, 30);
        const ids = transactions.map(({ transaction_id: id }) => id);
        demandEqual(ids.join(), expected.slice((page - 1) * 30, page * 30).join(), `page ${page}`);
        demandEqual(total, expected.length, "total");
        if (page === 4) post();
      }
    },
  },
];

interface Case {
  kind: Kind;
  fundedAt: number;
}

/** Tries a transfer until its result is known, with mishaps by the number of the request. */
async function interrupt(
  { adapter, formance }: FormanceScene,
  { kind, fundedAt }: Case,
  mishaps: Record<number, Mishap>,
): Promise<void> {
  const transfer = newTransfer(kind);
  const { source, destination } = postingOf(transfer);
  await adapter.openWallet(kind === "refund" ? transfer.toAccountId : transfer.fromAccountId);
  const first = formance.sent;
  formance.mishapOf = (number) => {
    if (number - first === fundedAt) formance.fund(source, AMOUNT);
    const mishap = mishaps[number - first] ?? null;
    return mishap?.kind === "late" ? { ...mishap, until: mishap.until + first } : mishap;
  };
  let result: TransferResult = { outcome: "unknown" };
  for (let attempt = 1; result.outcome === "unknown" && attempt <= ATTEMPTS_MAX; attempt++)
    result = await adapter.transfer(transfer);
  formance.mishapOf = () => null;
  const text = `${kind}, funded before request ${fundedAt}, ${JSON.stringify(mishaps)}`;
  demand(result.outcome === "settled" || result.outcome === "declined", `a result: ${text}`, result);
  await formance.arrive();
  formance.fund(source, AMOUNT);
  demandEqual(
    JSON.stringify(await adapter.transfer(transfer)),
    JSON.stringify(result),
    `the same again: ${text}`,
  );
  const moved = formance.entries.filter(
    ({ postings: [posting] }) => posting?.source === source && posting.destination === destination,
  );
  const expected = result.outcome === "settled" ? 1 : 0;
  demandEqual(moved.length, expected, `transactions after ${result.outcome}: ${text},`);
}

async function demandResult(adapter: Ledger, transfer: LedgerTransfer, reason: string): Promise<void> {
  const result = await adapter.transfer(transfer);
  demand(result.outcome === "declined" && result.reason === reason, `a decline: ${reason}`, result);
}

type Kind = keyof typeof PAYER_AND_PAYEE;

function newTransfer(kind: Kind): LedgerTransfer {
  const id = crypto.randomUUID();
  const [fromAccountId = "", toAccountId = ""] = PAYER_AND_PAYEE[kind].map((address) =>
    address === "world" ? FLOAT_ACCOUNT_ID : crypto.randomUUID(),
  );
  const details = { fromAccountId, toAccountId, amountMinor: AMOUNT, currency: "USD", description: "" };
  return kind === "payment" || kind === "refund"
    ? { kind, key: `${kind}:${id}:1`, ...details, paymentIntentId: id }
    : { kind, key: `${kind}:${id}`, ...details, movementId: id };
}

function postingOf({ kind, fromAccountId, toAccountId, amountMinor: amount }: LedgerTransfer) {
  const [payer, payee] = PAYER_AND_PAYEE[kind as Kind];
  const addressOf = (prefix: string, id: string) => (prefix === "world" ? prefix : `${prefix}:${id}`);
  return {
    source: addressOf(payer, fromAccountId),
    destination: addressOf(payee, toAccountId),
    amount,
    asset: "USD/2",
  };
}
