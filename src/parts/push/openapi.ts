import type { PartOpenApi } from "#core/part.ts";
import { responses } from "./responses.ts";

export const openapi = {
  responses,
  words: {
    getPush: [
      "Read this wallet's push settings",
      "`public_key` is the `applicationServerKey` with which a browser subscribes; null where nothing is pushed.",
    ],
    subscribePush: [
      "Have requests for approval, refunds and top-ups pushed to a browser",
      "Takes a browser's `PushSubscription`. Messages are encrypted for it (RFC 8291), and are JSON: " +
        '`{type: "approval_requested", payment_intent_id, merchant_name, amount, currency}`, or of the type `refund_received` ' +
        "with the same fields, or `top_up_received` with `top_up_id`. A browser gets those of one " +
        "wallet, and a wallet has at most ten browsers: one more ends the oldest.",
    ],
    unsubscribePush: ["Push nothing more to a browser"],
  },
  requestExamples: {
    SubscribePush: {
      example: {
        endpoint: "<ENDPOINT>",
        keys: {
          p256dh: "BLlajaXRQ5DzcT4-E86v7uXyVMnqHlDvGlGipocTC7qCV8cC5YoDQqX-cIoKX8L_hfQG0uW6Xc8lNg54viZM6v8",
          auth: "c2l4dGVlbiBieXRlcyEhIQ",
        },
      },
    },
  },
} satisfies PartOpenApi;
