import * as z from "zod/mini";
import { GO_LIVE_CHECKS } from "../../domain/go-live.ts";
import { MerchantStatus } from "../shared/enums.ts";
import { nullable, responseOf, text, time, uuid } from "../shared/envelope.ts";
import { documented, named } from "../shared/published.ts";

export const GoLiveCheckResult = named(
  "GoLiveCheckResult",
  z.object({
    check: documented({ description: "New checks may be added." }, z.enum(GO_LIVE_CHECKS)),
    state: documented(
      { description: "`yours_to_confirm`: the service cannot see it." },
      z.enum(["passed", "missing", "yours_to_confirm"]),
    ),
    meaning: text("For people."),
    action: nullable(z.string(), "What to do about it; null once it has passed."),
    seen_at: nullable(time()),
    payment_intent_id: nullable(uuid()),
    event_id: nullable(uuid(), "The webhook's id."),
  }),
);

export const GoLive = named(
  "GoLive",
  z.object({
    merchant_id: uuid(),
    merchant_status: MerchantStatus,
    environment: z.enum(["sandbox", "live"]),
    is_complete: documented({ description: "Whether no check is `missing`." }, z.boolean()),
    checks: z.array(GoLiveCheckResult),
  }),
);

export const GoLiveResponse = responseOf("GoLiveResponse", "What has been seen of the integration.", {
  go_live: GoLive,
});
