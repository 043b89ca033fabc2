import * as z from "zod/mini";
import { documented, requestOf } from "#core/wire/shared/openapi-notes.ts";

const Endpoint = documented(
  "The https address at the browser vendor's push service.",
  z.string().check(z.maxLength(2048)),
);

const base64Url = (characters: number, description: string) =>
  documented(description, z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}$`))));

export const PushSubscriptionBody = requestOf("SubscribePush", {
  endpoint: Endpoint,
  keys: z.object({
    p256dh: base64Url(87, "The browser's public key."),
    auth: base64Url(22, "The secret that it shares."),
  }),
});

export const UnsubscribeBody = requestOf("UnsubscribePush", { endpoint: Endpoint });
