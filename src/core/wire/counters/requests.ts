import * as z from "zod/mini";
import { nameText, text } from "#core/wire/shared/fields.ts";
import { named } from "#core/wire/shared/openapi-notes.ts";
import { EventList, WebhookUrl } from "#core/wire/webhooks/requests.ts";

const Name = nameText(200);

const CounterFields = z.object({
  name: Name,
  location: z.nullish(text(200)),
  webhook_url: WebhookUrl,
  webhook_events: EventList,
});

export const CreateCounterBody = named("CreateCounter", CounterFields);
/** Fields that are left out stay unchanged. */
export const UpdateCounterBody = named("UpdateCounter", z.extend(CounterFields, { name: z.nullish(Name) }));
