// The evidence of a small chaos run in which all went well. Each test spoils one piece of it.

import { HOME } from "#core/domain/shards/cells.ts";
import type { Evidence, Exchange, StoredIntent, StoredMovement } from "./judge/evidence.ts";

export const SHOP = "shop";
export const WALLET = "wallet";
export const CUSTOMER = "customer";
export const DESK = "desk-1";
export const TOPPED_UP = "00000000-0000-7000-8000-000000000005";
export const PAID_OUT = "00000000-0000-7000-8000-000000000006";
export const DECLINED = "00000000-0000-7000-8000-000000000007";
export const PAID = "00000000-0000-7000-8000-000000000001";
export const REFUNDED = "00000000-0000-7000-8000-000000000002";
export const CANCELLED = "00000000-0000-7000-8000-000000000003";
export const EXPIRED_SCAN = "00000000-0000-7000-8000-000000000004";

export function healthyEvidence(): Evidence {
  return {
    exchanges: [
      creation(PAID, 10),
      exchange("POST", `${MERCHANT}/payment-intents`, 20, 201, view(PAID, "pending"), {
        key: `key ${PAID}`,
        request: { reference: PAID },
      }),
      confirm(PAID, 30),
      creation(REFUNDED, 40),
      confirm(REFUNDED, 50),
      exchange("POST", `${MERCHANT}/payment-intents/${REFUNDED}/refund`, 60, 200, {
        ...view(REFUNDED, "completed", { refund_status: "pending" }),
      }),
      creation(CANCELLED, 70),
      exchange("POST", `${MERCHANT}/payment-intents/${CANCELLED}/cancel`, 80, 200, { message: "cancelled" }),
      scan(EXPIRED_SCAN, 90),
      { ...confirm(CANCELLED, 100), response: { status: 409, at: 105, body: { code: "already_cancelled" } } },
      read(REFUNDED, 110, "completed", { refund_status: "completed", completed_by: WALLET }),
      atDesk("top-ups", TOPPED_UP, 120, "completed"),
      atDesk("pay-outs", PAID_OUT, 130, "awaiting_approval"),
      approval(PAID_OUT, 140, 200, { pay_out: { id: PAID_OUT, status: "completed", amount_minor: 700 } }),
      atDesk("pay-outs", PAID_OUT, 150, "completed"),
      atDesk("pay-outs", DECLINED, 160, "awaiting_approval"),
      approval(DECLINED, 170, 402, { code: "insufficient_funds" }),
    ],
    wallets: [
      { id: WALLET, currency: "USD", openingMinor: 5_000, balanceMinor: 4_000 },
      { id: CUSTOMER, currency: "USD", openingMinor: 0, balanceMinor: 0 },
    ],
    stored: {
      readAt: 10_000,
      intents: [
        intent(PAID, { status: "completed", completedBy: WALLET, eventSequence: 1 }),
        intent(REFUNDED, {
          status: "completed",
          completedBy: WALLET,
          refundStatus: "completed",
          eventSequence: 3,
        }),
        intent(CANCELLED, { status: "cancelled", eventSequence: 1 }),
        intent(EXPIRED_SCAN, { status: "expired", targetWalletId: WALLET, eventSequence: 2 }),
      ],
      events: [
        event("e1", PAID, 1, "payment.completed"),
        event("e2", REFUNDED, 1, "payment.completed"),
        event("e3", REFUNDED, 2, "refund.pending"),
        event("e4", REFUNDED, 3, "refund.completed"),
        event("e5", CANCELLED, 1, "payment.cancelled"),
        event("e6", EXPIRED_SCAN, 1, "payment.approval_requested"),
        event("e7", EXPIRED_SCAN, 2, "payment.expired"),
      ],
      transactions: [
        transaction("t0", "top_up", "float", WALLET, 5_000, null),
        transaction("t1", "payment", WALLET, SHOP, 1_000, PAID),
        transaction("t2", "payment", WALLET, SHOP, 1_000, REFUNDED),
        transaction("t3", "refund", SHOP, WALLET, 1_000, REFUNDED),
        { ...transaction("t4", "top_up", "float", CUSTOMER, 700, null), movementId: TOPPED_UP },
        { ...transaction("t5", "pay_out", CUSTOMER, "float", 700, null), movementId: PAID_OUT },
      ],
      entries: [
        ...entries("t0", "float", WALLET, 5_000),
        ...entries("t1", WALLET, SHOP, 1_000),
        ...entries("t2", WALLET, SHOP, 1_000),
        ...entries("t3", SHOP, "system:clearing", 1_000),
        ...entries("t3", "system:clearing", WALLET, 1_000),
        ...entries("t4", "float", CUSTOMER, 700),
        ...entries("t5", CUSTOMER, "float", 700),
      ],
      movements: [
        movement(TOPPED_UP, "top_up", "completed"),
        movement(PAID_OUT, "pay_out", "completed"),
        movement(DECLINED, "pay_out", "declined"),
      ],
      balances: [
        balance("float", -5_000),
        balance("system:clearing", 0),
        balance(WALLET, 4_000),
        balance(CUSTOMER, 0),
        balance(SHOP, 1_000),
      ],
    },
    cellsSince: null,
    arrivals: ["e1", "e2", "e3", "e4", "e5", "e6", "e7"].flatMap((eventId) => [
      { eventId, body: `body of ${eventId}`, isVerified: true, isSuccess: false },
      { eventId, body: `body of ${eventId}`, isVerified: true, isSuccess: true },
    ]),
    lists: [
      {
        merchantId: SHOP,
        intentIds: [EXPIRED_SCAN, CANCELLED, REFUNDED, PAID],
        transactions: ["t1", "t2", "t3"].map((id) => ({
          id,
          status: "completed",
          amount: "10.00",
          currency: "USD",
        })),
      },
    ],
    float: [{ currency: "USD", float: "50.00", difference: "0.00" }],
  };
}

const MERCHANT = "/merchant/api/v1";

export function exchange(
  method: string,
  path: string,
  sentAt: number,
  status: number,
  body: Record<string, unknown>,
  given: Partial<Exchange> = {},
): Exchange {
  const response = { status, at: sentAt + 5, body };
  return { actor: SHOP, method, path, key: null, request: null, sentAt, response, ...given };
}

export function creation(id: string, sentAt: number): Exchange {
  return exchange("POST", `${MERCHANT}/payment-intents`, sentAt, 201, view(id, "pending"), {
    key: `key ${id}`,
    request: { reference: id },
  });
}

function scan(id: string, sentAt: number): Exchange {
  return exchange("POST", `${MERCHANT}/scan-payment`, sentAt, 201, view(id, "pending_approval"), {
    key: `key ${id}`,
    request: { reference: id },
  });
}

function confirm(id: string, sentAt: number): Exchange {
  const body = view(id, "completed", { completed_by: WALLET });
  return exchange("POST", `/wallet/api/v1/payment-intents/${id}/confirm`, sentAt, 200, body, {
    actor: WALLET,
  });
}

export function atDesk(what: "top-ups" | "pay-outs", id: string, sentAt: number, status: string) {
  const body = { movement: { id, status, amount_minor: 700, currency: "USD" } };
  return exchange("POST", `/desk/api/v1/${what}`, sentAt, status === "completed" ? 201 : 202, body, {
    actor: DESK,
    key: `key ${id}`,
    request: { amount: 7 },
  });
}

function approval(id: string, sentAt: number, status: number, body: Record<string, unknown>) {
  const path = `/wallet/api/v1/pay-outs/${id}/approve`;
  return exchange("POST", path, sentAt, status, body, { actor: CUSTOMER });
}

export function read(
  id: string,
  sentAt: number,
  status: string,
  more: Record<string, unknown> = {},
): Exchange {
  return exchange("GET", `${MERCHANT}/payment-intents/${id}`, sentAt, 200, view(id, status, more));
}

function view(id: string, status: string, more: Record<string, unknown> = {}) {
  const shown = { id, status, amount_minor: 1_000, currency: "USD", completed_by: null, refund_status: null };
  return { payment_intent: { ...shown, ...more } };
}

export function intent(id: string, given: Partial<StoredIntent>): StoredIntent {
  return {
    id,
    merchantId: SHOP,
    amountMinor: 1_000,
    currency: "USD",
    reference: id,
    targetWalletId: null,
    status: "pending",
    completedBy: null,
    refundStatus: null,
    createdAt: 0,
    expiresAt: 5_000,
    eventSequence: 0,
    operation: null,
    shard: HOME,
    ...given,
  };
}

const PUBLISHED = { deliveryStatus: "delivered", busDueAt: null, shard: HOME } as const;
type StoredEvent = Evidence["stored"]["events"][number];

export function event(
  id: string,
  intentId: string,
  sequence: number,
  type: StoredEvent["type"],
): StoredEvent {
  const payload = `body of ${id}`;
  return { id, intentId, sequence, type, payload, ...PUBLISHED };
}

type StoredTransaction = Evidence["stored"]["transactions"][number];

export function transaction(
  id: string,
  transactionType: StoredTransaction["transactionType"],
  fromAccountId: string,
  toAccountId: string,
  amountMinor: number,
  intentId: string | null,
): StoredTransaction {
  const accounts = { fromAccountId, toAccountId };
  const links = { intentId, movementId: null };
  return { id, transactionType, status: "completed", ...accounts, amountMinor, currency: "USD", ...links };
}

export function movement(
  id: string,
  kind: StoredMovement["kind"],
  status: StoredMovement["status"],
): StoredMovement {
  const money = { accountId: CUSTOMER, amountMinor: 700, currency: "USD" };
  const origin = { madeBy: DESK, idempotencyKey: `key ${id}`, correctsId: null };
  return { id, kind, ...money, status, ...origin, expiresAt: null };
}

function entries(transactionId: string, from: string, to: string, amountMinor: number) {
  const entry = { transactionId, currency: "USD" };
  return [
    { ...entry, accountId: from, amountMinor: -amountMinor },
    { ...entry, accountId: to, amountMinor },
  ];
}

function balance(accountId: string, balanceMinor: number) {
  return { accountId, currency: "USD", balanceMinor };
}
