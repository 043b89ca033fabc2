import * as z from "zod/mini";
import { Environment, MerchantStatus } from "#core/wire/shared/enums.ts";
import { nullable, responseOf, text, time, uuid } from "#core/wire/shared/envelope.ts";
import { documented } from "#core/wire/shared/openapi-notes.ts";
import { GO_LIVE_CHECKS } from "./domain/go-live.ts";

const GoLiveCheckResult = z.object({
  check: documented("New checks may be added.", z.enum(GO_LIVE_CHECKS)),
  state: documented(
    "`yours_to_confirm`: the service cannot see it.",
    z.enum(["passed", "missing", "yours_to_confirm"]),
  ),
  meaning: text("For people."),
  action: nullable(z.string(), "What to do about it; null once it has passed."),
  seen_at: nullable(time()),
  payment_intent_id: nullable(uuid()),
  event_id: nullable(uuid(), "The webhook's id."),
});

const GoLive = z.object({
  merchant_id: uuid(),
  merchant_status: MerchantStatus,
  environment: Environment,
  is_complete: documented("Whether no check is `missing`.", z.boolean()),
  checks: z.array(GoLiveCheckResult),
});

export const responses = {
  GoLiveCheckResult,
  GoLive,
  GoLiveResponse: responseOf("What has been seen of the integration.", { go_live: GoLive }),
};

type Responses = typeof responses;
declare global {
  interface PartResponses extends Responses {}
}
