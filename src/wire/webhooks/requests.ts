import * as z from "zod/mini";
import { DEFAULT_EVENTS, EVENT_TYPES } from "../../domain/events.ts";
import { documented, named } from "../shared/published.ts";

export const WebhookUrl = documented(
  { description: "An https address; null for none." },
  z.nullish(z.string().check(z.maxLength(2048))),
);

/** What an endpoint subscribes to, without duplicates. */
export const EventList = documented(
  { description: `The events this address subscribes to; ${DEFAULT_EVENTS.join(", ")} when never set.` },
  z.nullish(
    z.pipe(
      z.array(z.enum(EVENT_TYPES)).check(z.maxLength(100)),
      z.transform((types) => [...new Set(types)]),
    ),
  ),
);

export const WebhookBody = named("UpdateWebhookSettings", z.object({ url: WebhookUrl, events: EventList }));

const GRACE_SECONDS_MAX = 7 * 24 * 60 * 60;

/** The body may be left out. */
export const RotateBody = named(
  "RotateSecret",
  z.object({
    grace_period_seconds: documented(
      {
        description:
          "How long the old secret signs as well; 0 when left out. Until then webhooks carry both signatures.",
      },
      z.pipe(
        z.nullish(z.int().check(z.minimum(0), z.maximum(GRACE_SECONDS_MAX))),
        z.transform((seconds) => seconds ?? 0),
      ),
    ),
  }),
);

export function rotationNote(gracePeriodSeconds: number): string {
  const old =
    gracePeriodSeconds === 0
      ? "the old one is invalid from now on"
      : `the old one signs as well for ${gracePeriodSeconds} seconds`;
  return `Store the webhook_secret now: it is not shown again, and ${old}.`;
}
