// Where an event's webhook goes: the intent's callback_url, else its counter's webhook_url, else the merchant's
// endpoint, if that one asked for the type. Written once, over the aliases i (intent), c (counter), m (merchant).
import { type SQL, sql } from "drizzle-orm";

export type TargetKind = "callback_url" | "counter" | "merchant";

/** SQL for the TargetKind, or NULL. A callback_url gets payment.completed alone. */
export function targetKind(type: SQL | string): SQL {
  return sql`CASE
    WHEN i.callback_url IS NOT NULL THEN iif(${type} = 'payment.completed', 'callback_url', NULL)
    WHEN c.webhook_url IS NOT NULL THEN iif(instr(c.webhook_events, json_quote(${type})) > 0, 'counter', NULL)
    WHEN m.webhook_url IS NOT NULL THEN iif(instr(m.webhook_events, json_quote(${type})) > 0, 'merchant', NULL)
  END`;
}

export function hasTarget(type: SQL | string): SQL {
  return sql`(${targetKind(type)}) IS NOT NULL`;
}
