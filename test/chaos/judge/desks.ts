// Compares what desks and their customers were told with the movements in D1 and their transfers, and the float with what
// desks have taken and paid out.
import { FLOAT_ACCOUNT_ID } from "#core/domain/ledger.ts";
import { decimalText } from "#core/domain/money.ts";
import { minorOf } from "#core/wire/shared/money.ts";
import type { MovementStatus } from "#parts/desk/domain/movement.ts";
import type { Disagreement, Evidence, Exchange, Stored, StoredMovement } from "./evidence.ts";
import { nameOf } from "./intents.ts";
import { isTransferOf } from "./ledger.ts";

const PATH = /\/(desk\/api\/v1(\/movements)?|wallet\/api\/v1\/pay-outs)\/(?<id>[\w-]{36})?/;
const STATUS_BY_CODE: Record<string, MovementStatus> = {
  insufficient_funds: "declined",
  movement_expired: "expired",
  movement_withdrawn: "withdrawn",
};

export function compareDesks(evidence: Evidence): Disagreement[] {
  const { movements } = evidence.stored;
  const exchanges = evidence.exchanges.filter(({ path }) => PATH.test(path));
  const byKey = Map.groupBy(movements, ({ madeBy, idempotencyKey }) => `${madeBy} ${idempotencyKey}`);
  const byId = Map.groupBy(movements, ({ id }) => id);
  const told = exchanges.flatMap((exchange) => {
    const { path, actor, key } = exchange;
    const own = key === null ? byId.get(PATH.exec(path)?.groups?.id ?? "") : byKey.get(`${actor} ${key}`);
    return compareTold(exchange, own ?? []);
  });
  const faults = [
    ...told,
    ...compareTransfers(evidence.stored),
    ...compareCorrections(evidence.stored),
    ...compareFloat(evidence, exchanges),
  ];
  return faults.map((fault) => ({ intentId: null, fault }));
}

interface View {
  id: string;
  status: MovementStatus;
  amount_minor: number;
  currency: string;
}

function viewOf({ response }: Exchange): View | null {
  const { movement, pay_out: payOut } = response?.body ?? {};
  return (movement ?? payOut ?? null) as View | null;
}

/** Each key has one movement, and what it was said to have become it still is. */
function compareTold(exchange: Exchange, own: readonly StoredMovement[]): string[] {
  const view = viewOf(exchange);
  const told = view?.status ?? STATUS_BY_CODE[String(exchange.response?.body.code)];
  const [found] = own;
  const isTrue = found?.status === told && (view === null || view.id === found?.id);
  const isOpen = told === "awaiting_approval" || told === "processing";
  if (told === undefined) return [];
  const rows = own.map(({ id, status }) => `${id} ${status}`).join(", ") || "none";
  return [
    ...(own.length === 1 && (isOpen || isTrue) ? [] : [`${nameOf(exchange)} said ${told}, D1 has ${rows}`]),
    ...(found === undefined ? [] : compareAmounts(exchange, found)),
  ];
}

/** What was asked for, and what the response shows. */
function compareAmounts(exchange: Exchange, { id, amountMinor, currency }: StoredMovement): string[] {
  const { amount } = exchange.request ?? {};
  const asked = amount === undefined ? amountMinor : minorOf(Number(amount), currency);
  const shown = viewOf(exchange)?.amount_minor ?? amountMinor;
  return [asked, shown]
    .filter((minor) => minor !== amountMinor)
    .map((minor) => `${nameOf(exchange)} was about ${minor} ${currency}, D1 has ${id} of ${amountMinor}`);
}

/** A movement has ended: one that is completed has one transfer, of its money, and any other none. */
function compareTransfers({ movements, transactions, readAt }: Stored): string[] {
  const moved = transactions.filter(({ status }) => status === "completed");
  const byMovement = Map.groupBy(moved, ({ movementId }) => movementId);
  return movements.flatMap((movement) => {
    const { id, kind, status, expiresAt, accountId } = movement;
    const isOpen = status === "awaiting_approval" && readAt < (expiresAt ?? 0);
    const isStuck = status === "processing" || (status === "awaiting_approval" && !isOpen);
    const own = byMovement.get(id) ?? [];
    const isRight = !isStuck && own.length === (status === "completed" ? 1 : 0);
    const accounts =
      kind === "top_up"
        ? { from: FLOAT_ACCOUNT_ID, to: accountId }
        : { from: accountId, to: FLOAT_ACCOUNT_ID };
    const others = own.filter((transfer) => !isTransferOf(transfer, movement, accounts));
    return [
      ...(isRight ? [] : [`the ${kind} ${id} is ${status}, with ${own.length} transfers at the ledger`]),
      ...others.map((other) => `the ledger's ${kind} ${other.id} has another amount or account`),
    ];
  });
}

/** No more of a top-up is taken back than it was. */
function compareCorrections({ movements }: Stored): string[] {
  const taken = movements.filter(({ correctsId, status }) => correctsId !== null && status === "completed");
  return [...Map.groupBy(taken, ({ correctsId }) => correctsId)].flatMap(([id, own]) => {
    const sum = own.reduce((total, { amountMinor }) => total + amountMinor, 0);
    const topUp = movements.find((movement) => movement.id === id);
    const isRight = topUp?.status === "completed" && sum <= topUp.amountMinor;
    return isRight ? [] : [`${sum} was taken back of the top-up ${id} of ${topUp?.amountMinor}`];
  });
}

/**
 * The service and the ledger have to show what wallets were opened with, and what desks were told that they have
 * taken, counted once for each key.
 */
function compareFloat({ float, wallets, stored }: Evidence, exchanges: readonly Exchange[]): string[] {
  const told = exchanges.filter((each) => each.key !== null && viewOf(each)?.status === "completed");
  const completed = new Map(told.map((each) => [`${each.actor} ${each.key}`, each]));
  const byCurrency = Map.groupBy(float === null ? [] : wallets, ({ currency }) => currency);
  return [...byCurrency].flatMap(([currency, own]) => {
    const shown = float?.find((sums) => sums.currency === currency);
    const taken = [...completed.values()]
      .filter((each) => viewOf(each)?.currency === currency)
      .map(({ path, request }) => {
        const minor = minorOf(Number(request?.amount), currency);
        return path.endsWith("top-ups") ? minor : -minor;
      });
    const opened = own.map(({ openingMinor }) => openingMinor);
    const sum = [...opened, ...taken].reduce((total, minor) => total + minor, 0);
    const expected = decimalText(sum, currency);
    const balance = stored.balances.find(
      (held) => held.accountId === FLOAT_ACCOUNT_ID && held.currency === currency,
    );
    const held = decimalText(0 - (balance?.balanceMinor ?? 0), currency);
    const isRight = shown?.float === expected && held === expected && Number(shown.difference) === 0;
    const seen = `${shown?.float} (${shown?.difference} off), and ${held} at the ledger`;
    return isRight ? [] : [`the float in ${currency} is ${seen}; desks make it ${expected}`];
  });
}
