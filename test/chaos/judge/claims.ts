// What a response told its client about an intent.
import type { IntentStatus, RefundStatus } from "#core/domain/payment-intents/payment-intent.ts";
import type { Exchange, Json } from "./evidence.ts";

export interface Claim {
  intentId: string;
  exchange: Exchange;
  /** Undefined where the response does not say; the same for the others. */
  status?: IntentStatus;
  completedBy?: string;
  /** A refund that the response reports as `pending` was requested, and may have settled since. */
  refundStatus?: RefundStatus | null;
  amount?: { minor: number; currency: string };
  /** Lists are read from D1 and may be older than a read by id that another client has seen. */
  isFromList: boolean;
}

const STATUS_BY_CODE: Record<string, IntentStatus> = {
  already_paid: "completed",
  already_cancelled: "cancelled",
  expired: "expired",
};

const ABOUT_INTENT = /\/payment-intents\/(?<id>[\w-]{36})(?:\/(?<action>\w+))?$/;

export function claimsOf(exchange: Exchange): Claim[] {
  const { response } = exchange;
  if (response === null) return [];
  return response.status < 300
    ? claimsOfSuccess(exchange, response.body)
    : claimsOfRefusal(exchange, response.body);
}

/** The intent that a request names in its path. */
export function intentOf({ path }: Exchange): { id: string | null; action: string | null } {
  const { id = null, action = null } = ABOUT_INTENT.exec(path)?.groups ?? {};
  return { id, action };
}

function claimsOfSuccess(exchange: Exchange, body: Json): Claim[] {
  const single = isJson(body.payment_intent) ? [claimOfView(exchange, body.payment_intent, false)] : [];
  const listed = [body.payment_intents, body.approvals]
    .flatMap((list) => (Array.isArray(list) ? list.filter(isJson) : []))
    .map((view) => claimOfView(exchange, view, true));
  return [...single, ...listed, ...claimsOfAction(exchange)];
}

function claimOfView(exchange: Exchange, view: Json, isFromList: boolean): Claim {
  const { completed_by: completedBy } = view;
  return {
    intentId: String(view.id),
    exchange,
    status: view.status as IntentStatus,
    ...(typeof completedBy === "string" ? { completedBy } : {}),
    refundStatus: view.refund_status as RefundStatus | null,
    amount: { minor: Number(view.amount_minor), currency: String(view.currency) },
    isFromList,
  };
}

/** What the success of a request means, whatever its body shows. */
function claimsOfAction(exchange: Exchange): Claim[] {
  const { id, action } = intentOf(exchange);
  if (id === null || exchange.response?.status !== 200) return [];
  const claim = { intentId: id, exchange, isFromList: false };
  switch (action) {
    case "confirm":
    case "approve":
      return [{ ...claim, status: "completed", completedBy: exchange.actor }];
    case "cancel":
    case "reject":
      return [{ ...claim, status: "cancelled" }];
    case "refund":
      return [{ ...claim, status: "completed", refundStatus: "pending" }];
    default:
      return [];
  }
}

function claimsOfRefusal(exchange: Exchange, { code }: Json): Claim[] {
  const { id } = intentOf(exchange);
  if (id === null) return [];
  const claim = { intentId: id, exchange, isFromList: false };
  if (code === "already_refunded") return [{ ...claim, status: "completed", refundStatus: "pending" }];
  const status = STATUS_BY_CODE[String(code)];
  return status === undefined ? [] : [{ ...claim, status }];
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
