import * as z from "zod/mini";
import { nameText, text } from "#core/wire/shared/fields.ts";
import { documented, named, requestOf } from "#core/wire/shared/openapi-notes.ts";
import { EventList, WebhookUrl } from "#core/wire/webhooks/requests.ts";

const Name = nameText(200);

const CounterFields = z.object({
  name: Name,
  location: z.nullish(text(200)),
  webhook_url: WebhookUrl,
  webhook_events: EventList,
  can_refund: documented(
    "Whether the counter's own client may refund what the counter has created; false when never set. A till never may.",
    z.nullish(z.boolean()),
  ),
  reads_own_only: documented(
    "Whether the counter's own client reads only what the counter has created, instead of all of its merchant's payment intents; false when never set. Tills do so anyway.",
    z.nullish(z.boolean()),
  ),
});

export const RenameTillBody = requestOf("RenameTill", { name: nameText(100) });

export const CreateCounterBody = named("CreateCounter", CounterFields);
/** Fields that are left out stay unchanged. */
export const UpdateCounterBody = named("UpdateCounter", z.extend(CounterFields, { name: z.nullish(Name) }));
