// The events of the log, as the operators' guide explains them. Only the types reach a Worker.
import { ACCOUNT_EVENTS } from "./log-events/account-events.ts";
import { PAYMENT_EVENTS } from "./log-events/payment-events.ts";
import { SERVICE_EVENTS } from "./log-events/service-events.ts";

type Level = "error" | "warn" | "info";

/** What has happened, by the level at which it is logged, and what the operator does. Every error is worth an alert. */
export type LogEventText = Partial<Record<"warn" | "info", string>> &
  ({ error: string; action: string } | { error?: never; action?: string });

declare global {
  /** The parts' events with their texts. */
  interface PartLogEvents {}
}

/** Events of parts are not among them. */
export const LOG_EVENTS = { ...SERVICE_EVENTS, ...PAYMENT_EVENTS, ...ACCOUNT_EVENTS } satisfies Record<
  string,
  LogEventText
>;

type LogEvents = typeof LOG_EVENTS & PartLogEvents;
export type LogEvent = keyof LogEvents;
export type LevelOf<Event extends LogEvent> = keyof LogEvents[Event] & Level;
