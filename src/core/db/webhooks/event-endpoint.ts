// Where an event's webhook goes: to the first of the intent's callback_url, its counter's webhook_url and the merchant's
// that takes the event's type. The SQL expects the aliases i (intent), c (counter), m (merchant).
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { DEFAULT_EVENTS } from "#core/domain/payment-intents/events.ts";

/** SQL that joins the event `e` with these. */
export const WITH_OWNERS = sql`
  JOIN payment_intents i ON i.id = e.intent_id
  JOIN merchants m ON m.id = e.merchant_id
  LEFT JOIN counters c ON c.merchant_id = i.merchant_id AND c.id = i.counter_id`;

const DEFAULT_CALLBACK_EVENTS = sql.raw(`'${JSON.stringify(DEFAULT_EVENTS)}'`);

/** SQL for whether the intent's callback_url takes events of this type. */
export function isForCallback(type: SQLWrapper | string): SQL {
  return sql`i.callback_url IS NOT NULL
    AND instr(coalesce(i.callback_events, ${DEFAULT_CALLBACK_EVENTS}), json_quote(${type})) > 0`;
}

/** SQL for the EndpointKind, or NULL. */
export function endpointKind(type: SQLWrapper | string): SQL {
  return chosen(type, {
    callbackUrl: sql`'callback_url'`,
    counter: sql`'counter'`,
    merchant: sql`'merchant'`,
  });
}

/** SQL for the URL, or NULL. */
export function endpointUrl(type: SQLWrapper | string): SQL {
  return chosen(type, {
    callbackUrl: sql`i.callback_url`,
    counter: sql`c.webhook_url`,
    merchant: sql`m.webhook_url`,
  });
}

export function hasEndpoint(type: SQLWrapper | string): SQL {
  return sql`(${endpointKind(type)}) IS NOT NULL`;
}

function chosen(type: SQLWrapper | string, value: { callbackUrl: SQL; counter: SQL; merchant: SQL }): SQL {
  return sql`CASE
    WHEN ${isForCallback(type)} THEN ${value.callbackUrl}
    WHEN c.webhook_url IS NOT NULL AND instr(c.webhook_events, json_quote(${type})) > 0 THEN ${value.counter}
    WHEN m.webhook_url IS NOT NULL AND instr(m.webhook_events, json_quote(${type})) > 0 THEN ${value.merchant}
  END`;
}
