import * as z from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";

export const WebhookUrl = z.string().max(2048).nullish();

/** What an endpoint asks for; naming a type twice is the same as once. */
export const EventList = z
  .array(z.enum(EVENT_TYPES))
  .max(100)
  .transform((types) => [...new Set(types)])
  .nullish();

const GRACE_SECONDS_MAX = 7 * 24 * 60 * 60;

/** The body may be left out. */
export const RotateBody = z.object({
  grace_period_seconds: z
    .int()
    .min(0)
    .max(GRACE_SECONDS_MAX)
    .nullish()
    .transform((seconds) => seconds ?? 0),
});

export function rotationNote(gracePeriodSeconds: number): string {
  const old =
    gracePeriodSeconds === 0
      ? "the old one is invalid from now on"
      : `the old one signs too for ${gracePeriodSeconds} seconds`;
  return `Store the webhook_secret now: it is not shown again, and ${old}.`;
}
