import * as z from "zod";
import { documented, named } from "../published.ts";
import { parseId } from "./fields.ts";
import { Amount, Currency, readMoney } from "./money.ts";

const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60;
const CREATE_EXPIRES_IN_SECONDS = 1800;
const SCAN_EXPIRES_IN_SECONDS = 300;

const optionalText = (max: number) => z.string().max(max).nullish();
const expiresIn = (minimum: number, fallback: number) =>
  documented(
    { description: `Seconds until it expires; ${fallback} when left out.` },
    z.int().min(minimum).max(EXPIRES_IN_SECONDS_MAX).nullish(),
  );

const IntentFields = z.object({
  amount: Amount,
  currency: Currency,
  description: optionalText(500),
  reference: documented(
    { description: "Your own order or invoice id; the webhook returns it." },
    optionalText(255),
  ),
  callback_url: documented(
    { description: "Where this intent's webhook goes, in place of the counter's or the merchant's address." },
    optionalText(2048),
  ),
  metadata: documented(
    { description: "Any JSON object of at most 16 KB, stored and forwarded byte for byte." },
    z.record(z.string(), z.unknown()).nullish(),
  ),
});

export const CreateIntentBody = named(
  "CreatePaymentIntent",
  IntentFields.extend({
    expires_in: expiresIn(60, CREATE_EXPIRES_IN_SECONDS),
    counter_id: documented(
      {
        description:
          "The counter that creates it; its webhook address is used when there is no callback_url.",
      },
      z.uuid().nullish(),
    ),
  }).transform((body, context) => {
    const common = readCommon(body, context);
    if (common === null) return z.NEVER;
    const counterId = body.counter_id?.toLowerCase() ?? null;
    return { ...common, counterId, expiresInSeconds: body.expires_in ?? CREATE_EXPIRES_IN_SECONDS };
  }),
);

export const ScanPaymentBody = named(
  "ScanPayment",
  IntentFields.extend({
    scan_token: documented(
      { description: "Read from the customer's QR code; for now it is the customer's wallet id." },
      z.string().max(255),
    ),
    expires_in: expiresIn(30, SCAN_EXPIRES_IN_SECONDS),
    counter_id: documented({ description: "An active counter of this merchant." }, z.uuid()),
  }).transform((body, context) => {
    const common = readCommon(body, context);
    const walletId = parseId(body.scan_token);
    if (walletId === null) {
      context.addIssue({
        code: "custom",
        path: ["scan_token"],
        message: "must be the token of a customer's QR code",
      });
    }
    if (common === null || walletId === null) return z.NEVER;
    const counterId = body.counter_id.toLowerCase();
    const expiresInSeconds = body.expires_in ?? SCAN_EXPIRES_IN_SECONDS;
    return { ...common, walletId, counterId, expiresInSeconds };
  }),
);

function readCommon(body: z.output<typeof IntentFields>, context: z.RefinementCtx) {
  const money = readMoney(body, context);
  if (money === null) return null;
  return {
    ...money,
    description: body.description ?? "",
    reference: body.reference ?? null,
    callbackUrl: body.callback_url ?? null,
  };
}
